"""Account for each finding: corrected, or left, and why."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from sitemap_audit.actions import checks as corrected
from sitemap_audit.actions.plan_missing import WHY_NOT, in_list
from sitemap_audit.reporting.words import count, not_checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.storage.duckdb import DuckDBStore

MOST_ROWS = 15
"Of the table of what is left."
WIDTH = 80
REASONS: Mapping[str, str] = {
    **WHY_NOT,
    "add": "a page to add: pass --add-missing",
    "choice": "nothing says which of two is right",
    "changed": "fix changes the entry in another way",
    "follows": "its root is corrected: audit again",
    "file": "its sitemap is a feed, or was not read whole",
    "form": "its sitemap cannot be changed",
    "login": "the site may refuse only the crawl",
    "once": "seen only once: audit again",
    "page": "the change is in a page, not in a sitemap",
    "part": "fix does not change this part of a sitemap",
    "robots": "the change is in robots.txt",
    "root": "its root is to be mended first",
    "server": "the change is on the server",
    "target": "the URL to write is not indexable",
    "undone": "no such entry or annotation in its sitemap",
    "unsaid": "the finding names no exact change",
    "whole": "more is wrong with its sitemap",
}
"Why a finding is left, by reason."
_IS_AS_TOLD = """(
    edit.action = 'remove' OR edit."new" IS NOT DISTINCT FROM told."to"
    OR ENDS_WITH(edit."new", ' ' || told."to") OR STARTS_WITH(edit."new", told."to" || ' ')
)"""


def account(
    store: DuckDBStore, failed: Iterable[int], undone: Iterable[tuple[int, int]], whole: set[str]
) -> None:
    """Make ``fix_left``: the ID of each finding that is not corrected, and the reason.

    Args:
        failed: IDs of the sitemaps that cannot be changed.
        undone: sitemap IDs and positions of entries that are not as the audit has stored them.
        whole: URLs of the sitemaps that were escaped or split.
    """
    store.execute("CREATE TABLE fix_failed (sitemap_id BIGINT, position BIGINT)")
    store.insert("fix_failed", ({"sitemap_id": each} for each in failed))
    store.insert("fix_failed", ({"sitemap_id": each, "position": at} for each, at in undone))
    store.execute("CREATE TABLE fix_whole (url VARCHAR)")
    store.insert("fix_whole", ({"url": url} for url in whole))
    for statement in _statements():
        store.execute(statement)


def _statements() -> Iterator[str]:
    yield """
CREATE TABLE fix_made AS
SELECT
    edit.sitemap_id, edit.position, file.url AS sitemap_url, entry.url, edit.kind, edit.action,
    edit."old", edit."new", edit.line, TRIM(edit.loc) AS loc,
    CASE
        WHEN failed.sitemap_id IS NOT NULL THEN 'form'
        WHEN undone.sitemap_id IS NOT NULL THEN 'undone'
    END AS failure
FROM fix_edits AS edit
INNER JOIN fix_files AS file ON edit.sitemap_id = file.id
INNER JOIN entries AS entry
    ON edit.sitemap_id = entry.sitemap_id AND edit.position = entry.position
    AND edit.kind = entry.kind
LEFT JOIN (SELECT sitemap_id FROM fix_failed WHERE position IS NULL) AS failed
    ON edit.sitemap_id = failed.sitemap_id
LEFT JOIN fix_failed AS undone
    ON edit.sitemap_id = undone.sitemap_id AND edit.position = undone.position"""
    loc = f"""
SELECT told.finding_id, edit.failure, {_IS_AS_TOLD} OR edit."new" = told.url AS is_as_told
FROM fix_told AS told INNER JOIN fix_made AS edit ON"""
    is_loc = f"""told.why_not IS NULL AND edit.action IN ('loc', 'remove')
    AND (told.place = 'loc' OR told."check" IN {in_list(corrected.NOT_TO_BE_LISTED)})"""
    in_entry = "told.finding_id, edit.failure"
    yield f"""
CREATE TABLE fix_outcomes AS
{loc} told.url = edit.url
WHERE {is_loc} AND NOT told.of_entry
    AND (told."check" <> '{corrected.IN_FILE}' OR told.change_url = edit.sitemap_url)
UNION ALL
{loc} told.change_url = edit.sitemap_url AND TRIM(told."from") = edit.loc
WHERE {is_loc} AND (told.of_entry OR told.url IS NULL)
UNION ALL
{loc} told.change_url = edit.sitemap_url AND told."from" = edit.url
WHERE {is_loc} AND edit.kind = 'sitemap'
UNION ALL
{loc} told.change_url = edit.sitemap_url AND told.line = edit.line
WHERE {is_loc} AND told."from" IS NULL
UNION ALL
SELECT {in_entry}, {_IS_AS_TOLD}
FROM fix_links_told AS told
INNER JOIN entry_alternates AS link
    ON told.sitemap_id = link.sitemap_id AND told.position = link.position
    AND told.number = link.number
INNER JOIN fix_made AS edit
    ON told.sitemap_id = edit.sitemap_id AND told.position = edit.position
    AND edit.kind = 'url'
WHERE edit.action = 'remove' OR edit."old" = CONCAT(link.hreflang, ' ', link.href)
UNION ALL
SELECT {in_entry}, TRUE
FROM fix_adds AS told
INNER JOIN fix_made AS edit
    ON told.url = edit.url AND edit.action = 'add-link'
    AND edit."new" = CONCAT(told.code, ' ', told.alternate)
UNION ALL
SELECT {in_entry}, edit.action = 'remove' OR edit."new" IS NOT DISTINCT FROM told."new"
FROM fix_values_told AS value
INNER JOIN fix_values AS told ON value.finding_id = told.finding_id
INNER JOIN fix_made AS edit
    ON told.sitemap_id = edit.sitemap_id AND told.position = edit.position
    AND told.kind = edit.kind AND (edit.action = 'remove' OR told.action = edit.action)
UNION ALL
SELECT told.finding_id, CASE WHEN failed.sitemap_id IS NOT NULL THEN 'form' END, TRUE
FROM fix_told AS told
INNER JOIN fix_added AS added ON told."to" = added.url
LEFT JOIN fix_failed AS failed ON added.sitemap_id = failed.sitemap_id
WHERE told.why_not = 'add'
UNION ALL
{loc} told."to" = edit."new" AND edit.action = 'loc'
WHERE told.why_not = 'add'
UNION ALL
SELECT {in_entry}, TRUE
FROM fix_told AS told
INNER JOIN fix_made AS edit ON told.change_url = edit.sitemap_url
WHERE told.place = 'encoding'
UNION ALL
SELECT told.finding_id, NULL, TRUE
FROM fix_told AS told
INNER JOIN fix_whole AS done ON COALESCE(told.sitemap_url, told.url) = done.url
WHERE told.why_not = 'whole'"""
    yield """
CREATE TABLE fix_left AS
WITH judged AS (
    SELECT
        finding_id, BOOL_OR(is_as_told AND failure IS NULL) AS is_done,
        MIN(failure) AS failure
    FROM fix_outcomes
    GROUP BY finding_id
)

SELECT
    told.*,
    CASE
        WHEN missing.url IS NOT NULL THEN missing.why_not
        WHEN judged.failure IS NOT NULL THEN judged.failure
        WHEN told.why_not IS NOT NULL THEN told.why_not
        WHEN judged.finding_id IS NOT NULL THEN 'changed'
        ELSE 'undone'
    END AS reason
FROM fix_told AS told
LEFT JOIN judged ON told.finding_id = judged.finding_id
LEFT JOIN fix_not_added AS missing ON told."to" = missing.url AND told.why_not = 'add'
WHERE NOT COALESCE(judged.is_done, FALSE)"""
    yield """
UPDATE fix_left SET reason = 'follows'
WHERE reason = 'root' AND root_id IN (
    SELECT told.finding_id FROM fix_told AS told
    WHERE told.finding_id NOT IN (SELECT earlier.finding_id FROM fix_left AS earlier)
)"""


def remarks(store: DuckDBStore, changes: str, *, adds_missing: bool) -> Iterator[str]:
    """Yield lines on the findings and files that stay as they are.

    Args:
        changes: name of the file that has all of them.
        adds_missing: whether pages that no sitemap lists were to be added.
    """
    left = store.rows(
        'SELECT COUNT(*), "check", reason FROM fix_left GROUP BY ALL ORDER BY 1 DESC, 2, 3'
    )
    every = store.value("SELECT COUNT(*) FROM fix_told")
    number = sum(row[0] for row in left)
    yield f"{count(every, 'finding')}: {every - number:,} corrected, {number:,} left."
    yield from _table(left, changes)
    if adds_missing:
        yield from _unchecked(store)
    files = store.rows(
        "SELECT url, kind, complete FROM sitemaps WHERE found_by <> 'list' AND kind IS NOT NULL"
        " AND kind NOT IN ('html', 'empty', 'unknown')"
        " AND id NOT IN (SELECT fix_files.id FROM fix_files) ORDER BY url"
    )
    for url, kind, is_complete in files:
        why = "was not read to its end" if not is_complete else "is not kept as received"
        why = f"is a feed ({kind})" if kind.startswith(("rss", "atom")) else why
        yield f"{url} is left out: it {why}."


def _table(left: list[tuple[int, str, str]], changes: str) -> Iterator[str]:
    shown = left[:MOST_ROWS]
    size = max((len(f"{number:,}") for number, _, _ in shown), default=0)
    name = max((len(check) for _, check, _ in shown), default=0)
    for number, check, reason in shown:
        begin = f"  {number:>{size},}  {check:<{name}}  "
        yield textwrap.fill(
            REASONS[reason], WIDTH, initial_indent=begin, subsequent_indent=" " * len(begin)
        )
    if more := left[MOST_ROWS:]:
        yield f"  and {sum(row[0] for row in more):,} more in {changes}"


def _unchecked(store: DuckDBStore) -> Iterator[str]:
    """Say which pages that no sitemap lists were not checked."""
    rows = store.rows(
        'SELECT "check", "unknown", unknown_reasons FROM fix_runs WHERE "unknown" > 0 AND "check"'
        f' IN {in_list(corrected.ADDED)} ORDER BY "check"'
    )
    for check, unknown, reasons in rows:
        why = f" ({told})" if (told := not_checked(reasons)) else ""
        yield f"{check}: {count(unknown, 'URL')} not checked{why}. They are not added."

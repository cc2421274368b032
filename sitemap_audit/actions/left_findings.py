"""Account for each finding: corrected, or left, and why."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from sitemap_audit.actions import checks as corrected
from sitemap_audit.actions.plan_missing import WHY_NOT, in_list
from sitemap_audit.plural import counted
from sitemap_audit.report.words import not_checked

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.storage.duckdb import DuckDBStore

MOST_CHECKS = 4
"That are named of one reason."
WIDTH = 80
_NO_BREAK = "\N{NO-BREAK SPACE}"
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
    edit.sitemap_id, edit.kind, edit.position, edit.action, edit."old", edit."to",
    CASE
        WHEN failed.sitemap_id IS NOT NULL THEN 'form'
        WHEN undone.sitemap_id IS NOT NULL THEN 'undone'
    END AS failure
FROM fix_edits AS edit
LEFT JOIN (SELECT sitemap_id FROM fix_failed WHERE position IS NULL) AS failed
    ON edit.sitemap_id = failed.sitemap_id
LEFT JOIN fix_failed AS undone
    ON edit.sitemap_id = undone.sitemap_id AND edit.position = undone.position"""
    yield """
CREATE TABLE fix_outcomes AS
SELECT
    told.finding_id, edit.failure,
    edit.action = 'remove' OR edit."to" IS NOT DISTINCT FROM told."to"
    -- The URL or the code of an annotation.
    OR ENDS_WITH(edit."to", ' ' || told."to") OR STARTS_WITH(edit."to", told."to" || ' ')
        AS is_as_told
FROM fix_located AS told
INNER JOIN fix_made AS edit
    ON told.sitemap_id = edit.sitemap_id AND told.kind = edit.kind
    AND told.position = edit.position
WHERE edit.action = 'remove'
    OR STARTS_WITH(edit.action, told.action) AND COALESCE(told."old" = edit."old", TRUE)
UNION ALL
SELECT told.finding_id, CASE WHEN failed.sitemap_id IS NOT NULL THEN 'form' END, TRUE
FROM fix_told AS told
INNER JOIN fix_added AS added ON told."to" = added.url
LEFT JOIN fix_failed AS failed ON added.sitemap_id = failed.sitemap_id
WHERE told.why_not = 'add'
UNION ALL
SELECT told.finding_id, edit.failure, TRUE
FROM fix_told AS told
INNER JOIN fix_made AS edit ON told."to" = edit."to" AND edit.action = 'loc'
WHERE told.why_not = 'add'
UNION ALL
SELECT told.finding_id, edit.failure, TRUE
FROM fix_told AS told
INNER JOIN fix_files AS file ON told.change_url = file.url
INNER JOIN fix_made AS edit ON file.id = edit.sitemap_id
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


def remarks(store: DuckDBStore, *, adds_missing: bool) -> Iterator[str]:
    """Yield lines on the findings and files that stay as they are.

    Args:
        adds_missing: whether pages that no sitemap lists were to be added.
    """
    left = store.rows(
        'SELECT reason, "check", COUNT(*) FROM fix_left GROUP BY ALL ORDER BY 3 DESC, 2'
    )
    every = store.value("SELECT COUNT(*) FROM fix_told")
    number = sum(row[2] for row in left)
    yield f"{counted(every, 'finding')}: {every - number:,} corrected, {number:,} left."
    yield from _table(left)
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


def _table(left: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    """Yield a line for each reason, with its checks below it, those with most findings first."""
    reasons: dict[str, dict[str, int]] = {}
    for reason, check, number in left:
        reasons.setdefault(REASONS[reason], {})[check] = number
    for reason, checks in sorted(reasons.items(), key=lambda each: -sum(each[1].values())):
        begin = f"{sum(checks.values()):>7,}  "
        yield f"{begin}{reason}"
        names = [f"{check} {number:,}" for check, number in checks.items()]
        if len(names) > MOST_CHECKS + 1:
            names[MOST_CHECKS:] = [counted(len(names) - MOST_CHECKS, "other check")]
        whole = ", ".join(name.replace(" ", _NO_BREAK) for name in names)
        lines = textwrap.wrap(whole, WIDTH - len(begin), break_on_hyphens=False)
        yield textwrap.indent("\n".join(lines), " " * len(begin)).replace(_NO_BREAK, " ")


def _unchecked(store: DuckDBStore) -> Iterator[str]:
    """Say which pages that no sitemap lists were not checked."""
    rows = store.rows(
        'SELECT "check", "unknown", unknown_reasons FROM fix_runs WHERE "unknown" > 0 AND "check"'
        f' IN {in_list(corrected.ADDED)} ORDER BY "check"'
    )
    for check, unknown, reasons in rows:
        why = f" ({told})" if (told := not_checked(reasons)) else ""
        yield f"{check}: {counted(unknown, 'URL')} not checked{why}. They are not added."

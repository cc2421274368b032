"""Plan the corrections of sitemaps: a table with one row for each change of an entry.

The findings of the checks and the stored verdicts on URLs decide. Here only follows which entries
have them, and which of several entries stays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.actions import checks as corrected
from sitemap_audit.actions.plan_duplicates import duplicate_statements
from sitemap_audit.actions.plan_links import in_list, link_statements
from sitemap_audit.actions.plan_missing import missing_statements
from sitemap_audit.analysis.catalogue.findings import CHANGE, TOLD
from sitemap_audit.analysis.catalogue.renamed import CURRENT, RENAMED, make_renamed
from sitemap_audit.analysis.comparison.compared_tables import STATES, URL_STATES
from sitemap_audit.analysis.views import make_views
from sitemap_audit.items import column_types
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage.duckdb import DuckDBStore

READ = ("entries", "entry_alternates", "pages", "page_alternates", "link_targets")
"Tables that are read where they are stored."
_FINDINGS: Mapping[str, type] = {"check": str, **dict.fromkeys((*TOLD, *CHANGE), str), "line": int}
_RUNS: Mapping[str, type] = {"check": str, "unknown": int, "unknown_reasons": str}
_GONE = "(404, 410)"


class Edit(NamedTuple):
    """A change of an entry."""

    position: int
    line: int | None
    action: str
    "add, remove (the entry) | loc | lastmod | link (of all with this href) | add-link"
    old: str | None
    "What stands there, as written."
    new: str | None
    "What shall stand there; None: nothing. Of add-link: the code, a space, the URL."
    check: str
    loc: str | None
    "The entry's <loc>, as stored."


def make_plan(
    store: DuckDBStore,
    folder: Path,
    earlier: Path | None,
    checks: Sequence[str],
    known: Sequence[Check],
    most_entries: int,
) -> None:
    """Make the tables ``fix_files``, one row for each sitemap, ``fix_edits`` and ``fix_added``.

    Args:
        store: with the table ``sitemaps``.
        earlier: folder of the audit before, which confirms what was not found.
        checks: names of the checks to correct.
        known: all checks: older audits have them under earlier names.
        most_entries: of a file.
    """
    _attach(store, folder, earlier, known)
    for statement in _statements(checks, most_entries):
        store.execute_with("normal", _normal, statement)


def edits_of(store: DuckDBStore, sitemap_id: int, kind: str) -> Iterator[Edit]:
    """Iterate over the changes of a file's entries of a kind, in their order."""
    rows = store.stream(
        'SELECT position, line, action, "old", "new", "check", loc FROM fix_edits'
        " WHERE sitemap_id = $id AND kind = $kind ORDER BY position, action, old, new",
        {"id": sitemap_id, "kind": kind},
    )
    return (Edit(*row) for row in rows)


def _attach(store: DuckDBStore, folder: Path, earlier: Path | None, known: Sequence[Check]) -> None:
    for table in READ:
        columns = {name: kind for name, (kind, _) in column_types(table).items()}
        store.execute(f"DROP TABLE {table}")
        store.attach(table, table, folder.absolute(), columns)
    store.attach("fix_stored", "findings", folder.absolute(), _FINDINGS)
    store.attach("fix_runs", "check_runs", folder.absolute(), _RUNS)
    store.attach("fix_states", STATES, folder.absolute(), URL_STATES)
    store.attach("fix_earlier_states", STATES, earlier and earlier.absolute(), URL_STATES)
    make_renamed(store, known)
    make_views(store, ["sitemap_purposes"])


def _normal(url: str) -> str:
    return read_link(url).url or url


def rank_of(names: Sequence[str]) -> str:
    """Return the place of a check in a list, as SQL."""
    whens = " ".join(f"WHEN '{name}' THEN {rank}" for rank, name in enumerate(names))
    return f'CASE "check" {whens} END'


def _statements(checks: Sequence[str], most_entries: int) -> Iterator[str]:
    def selected(names: Iterable[str]) -> str:
        return in_list(name for name in names if name in checks)

    others = ", ".join(f'stored."{name}"' for name in _FINDINGS if name != "check")
    wanted = {*checks, *corrected.REFUSALS, *corrected.MEANT, *corrected.DOUBTS}
    wanted.add("hreflang/target-redirects")
    yield f"""
CREATE TABLE fix_findings AS
SELECT found.* FROM (SELECT {CURRENT}, {others} FROM fix_stored AS stored {RENAMED}) AS found
WHERE found."check" IN {in_list(sorted(wanted))}"""
    yield """
CREATE TABLE fix_files AS
SELECT id, url, kind, entries, children, compression, content_encoding, received_hash
FROM sitemaps
WHERE found_by <> 'list' AND kind IN ('urlset', 'sitemapindex', 'text') AND complete
    AND received_hash IS NOT NULL"""
    yield f"""
CREATE TABLE fix_twice AS
SELECT url FROM fix_states
WHERE status IN {_GONE}
    AND url IN (SELECT earlier.url FROM fix_earlier_states AS earlier WHERE status IN {_GONE})"""
    yield """
CREATE TABLE fix_noindex AS
SELECT url FROM fix_states
WHERE reasons LIKE '%noindex%' AND url IN (
    SELECT found.related_url FROM fix_findings AS found WHERE found."check" LIKE 'redirect/%'
)"""
    yield f"""
CREATE TABLE fix_pages AS
WITH decided AS (
    SELECT
        found.url,
        found."check",
        found.related_url,
        CASE
            WHEN found."check" IN {in_list(corrected.NOT_TO_BE_LISTED)} THEN 'remove'
            WHEN found.place = 'loc' THEN found.action
            WHEN final.url IS NOT NULL THEN 'remove'
        END AS action,
        CASE WHEN found.place = 'loc' THEN found."to" END AS "to",
        {rank_of(corrected.PAGES)} AS rank
    FROM fix_findings AS found
    LEFT JOIN fix_noindex AS final
        ON found.related_url = final.url AND found."check" LIKE 'redirect/%'
    WHERE found."check" IN {selected(corrected.PAGES)}
        AND found.url NOT IN (
            SELECT refused.url FROM fix_findings AS refused
            WHERE refused."check" IN {in_list((*corrected.REFUSALS, *corrected.MEANT))}
                AND refused.url IS NOT NULL
        )
)

SELECT url, "check", action, CASE WHEN action = 'replace' THEN "to" END AS "to"
FROM decided
WHERE action IS NOT NULL AND (
    "check" NOT IN {in_list(corrected.GONE)}
    OR CASE WHEN "check" = 'redirect/broken' THEN related_url ELSE url END
        IN (SELECT fix_twice.url FROM fix_twice)
)
QUALIFY ROW_NUMBER() OVER (PARTITION BY url ORDER BY rank, "to") = 1"""
    yield f"""
CREATE TABLE fix_texts AS
WITH meant AS (
    SELECT
        change_url, TRIM("from") AS loc, "check", action,
        CASE
            WHEN "check" = '{corrected.RELATIVE}' THEN expected
            WHEN "check" IN {in_list(corrected.MEANT)} THEN "to"
            ELSE url
        END AS "to"
    FROM fix_findings
    WHERE "check" IN {selected(corrected.TEXTS)} AND place = 'loc' AND "from" IS NOT NULL
)

SELECT change_url, loc, "check", CASE WHEN "to" IS NULL THEN action ELSE 'replace' END AS action,
    CASE WHEN "check" = '{corrected.RELATIVE}' THEN normal("to") ELSE "to" END AS "to"
FROM meant
WHERE action = 'remove' OR "to" IS NOT NULL
QUALIFY ROW_NUMBER() OVER (
    PARTITION BY change_url, loc ORDER BY {rank_of(corrected.TEXTS)}, "to"
) = 1"""
    yield """
CREATE TABLE fix_locs AS
SELECT
    entries.sitemap_id, entries.sitemap_url, entries.kind, entries.position, entries.line,
    entries.loc, entries.url, entries.url_key, entries.alternates,
    COALESCE(page."check", text."check") AS "check",
    COALESCE(page.action, text.action) AS action,
    CASE WHEN page.action IS NULL THEN text."to" ELSE page."to" END AS "to",
    page.action IS NOT NULL AS is_of_page
FROM entries
INNER JOIN fix_files AS file ON entries.sitemap_id = file.id
LEFT JOIN fix_texts AS text
    ON entries.sitemap_url = text.change_url AND TRIM(entries.loc) = text.loc
LEFT JOIN fix_pages AS page
    ON entries.kind = 'url' AND page.url = COALESCE(text."to", entries.url)
WHERE COALESCE(page.action, text.action) IS NOT NULL"""
    yield from duplicate_statements(checks)
    yield from link_statements(checks)
    yield from missing_statements(checks, most_entries)
    yield f"""
CREATE TABLE fix_edits AS
SELECT
    sitemap_id, kind, position, line,
    CASE action WHEN 'remove' THEN 'remove' ELSE 'loc' END AS action,
    loc AS "old", "to" AS "new", "check", loc
FROM fix_kept
UNION ALL
SELECT
    entries.sitemap_id, entries.kind, entries.position, entries.line, 'lastmod' AS action,
    entries.lastmod AS "old", NULL AS "new", told."check", entries.loc
FROM entries
INNER JOIN fix_files AS file ON entries.sitemap_id = file.id
INNER JOIN (
    SELECT DISTINCT change_url, "from", "check" FROM fix_findings
    WHERE "check" IN {selected([corrected.LASTMOD])} AND place = 'lastmod'
) AS told ON entries.sitemap_url = told.change_url AND entries.lastmod = told."from"
UNION ALL
SELECT
    link.sitemap_id, 'url' AS kind, link.position, entries.line, link.action, link."old",
    link."new", link."check", entries.loc
FROM fix_links AS link
INNER JOIN entries
    ON link.sitemap_id = entries.sitemap_id AND link.position = entries.position
    AND entries.kind = 'url'"""

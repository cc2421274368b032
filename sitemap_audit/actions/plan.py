"""Plan the corrections of sitemaps: a table with one row for each change of an entry.

The change of each stored finding decides. Here only follows which entries it is of, which of
several entries of a URL stays, and what hreflang annotations become where a URL has another one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.actions import checks as corrected
from sitemap_audit.actions.plan_duplicates import duplicate_statements
from sitemap_audit.actions.plan_links import link_statements
from sitemap_audit.actions.plan_missing import in_list, missing_statements
from sitemap_audit.analysis.catalogue.findings import CHANGE, TOLD
from sitemap_audit.analysis.comparison.compared_tables import STATES, URL_STATES
from sitemap_audit.analysis.views import make_views, row_of
from sitemap_audit.items import RowOf, column_types
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.storage.duckdb import DuckDBStore

READ = ("entries", "entry_alternates", "pages", "page_alternates", "link_targets")
"Tables that are read where they are stored."
_FINDINGS: Mapping[str, type] = {
    **dict.fromkeys(("finding_id", "root_id", "check", *TOLD, *CHANGE), str),
    "line": int,
}
_RUNS: Mapping[str, type] = {"check": str, "unknown": int, "unknown_reasons": str}
_SITEMAPS: Mapping[str, type] = {"url": str, "status": int}
_GONE = "(404, 410)"
VALUES = ("lastmod", "changefreq", "priority")
"Elements of an entry that a finding may change."
_PLACES = (*VALUES, "loc", "hints", "hreflang", "hreflang-url", "hreflang-code")
"Places in a sitemap that can be changed."
_ON_SERVER = ("header", "status", "redirect")


class Edit(NamedTuple):
    """A change of an entry."""

    position: int
    line: int | None
    action: str
    """add, remove (the entry) | loc | lastmod | changefreq | priority | link (every such one) |
    link-again (all such ones but the first) | add-link"""
    old: str | None
    "What stands there, as written; of a link: the code, a space, the URL."
    new: str | None
    "What shall stand there; None: nothing. Of a link: the code, a space, the URL."
    check: str
    loc: str | None
    "The entry's <loc>, as stored."


def make_plan(
    store: DuckDBStore,
    folder: Path,
    earlier: Path | None,
    checks: Sequence[Check],
    chosen: set[str],
    most_entries: int,
    *,
    adds_missing: bool,
) -> None:
    """Make ``fix_files``, one row for each sitemap, ``fix_edits``, ``fix_added``, ``fix_told``.

    Args:
        store: with the table ``sitemaps``.
        earlier: folder of the audit before, which confirms what was not found.
        checks: all checks.
        chosen: names of those to correct.
        most_entries: of a file.
        adds_missing: whether to add pages that no sitemap lists.
    """
    _attach(store, folder, earlier)
    store.execute("CREATE TABLE fix_checks (name VARCHAR, of_entry BOOL, of_pair BOOL, meant BOOL)")
    rows = [
        {
            "name": check.name,
            "of_entry": check.over == "entries" and check.name != corrected.IN_FILE,
            "of_pair": row_of(check.over) is RowOf.PAIR,
            "meant": check.explains_url,
        }
        for check in checks
        if check.name in chosen or check.name in corrected.REFUSALS or check.explains_url
    ]
    store.insert("fix_checks", rows)
    for statement in _statements(chosen, most_entries, adds_missing=adds_missing):
        with store.function("normal", _normal):
            store.execute(statement)


def edits_of(store: DuckDBStore, sitemap_id: int, kind: str) -> Iterator[Edit]:
    """Iterate over the changes of a file's entries of a kind, in their order."""
    rows = store.stream(
        'SELECT position, line, action, "old", "new", "check", loc FROM fix_edits'
        " WHERE sitemap_id = $id AND kind = $kind ORDER BY position, action, old, new",
        {"id": sitemap_id, "kind": kind},
    )
    return (Edit(*row) for row in rows)


def _attach(store: DuckDBStore, folder: Path, earlier: Path | None) -> None:
    for table in READ:
        columns = {name: kind for name, (kind, _) in column_types(table).items()}
        store.execute(f"DROP TABLE {table}")
        store.attach(table, table, folder.absolute(), columns)
    store.attach("fix_stored", "findings", folder.absolute(), _FINDINGS)
    store.attach("fix_runs", "check_runs", folder.absolute(), _RUNS)
    store.attach("fix_states", STATES, folder.absolute(), URL_STATES)
    before = earlier and earlier.absolute()
    store.attach("fix_earlier_states", STATES, before, URL_STATES)
    store.attach("fix_earlier_sitemaps", "sitemaps", before, _SITEMAPS)
    make_views(store, ["sitemap_purposes"])


def _normal(url: str) -> str:
    return read_link(url).url or url


def _statements(chosen: set[str], most_entries: int, *, adds_missing: bool) -> Iterator[str]:
    yield """
CREATE TABLE fix_findings AS
SELECT found.*, checks.of_entry, checks.of_pair, checks.meant
FROM fix_stored AS found
INNER JOIN fix_checks AS checks ON found."check" = checks.name"""
    yield """
CREATE TABLE fix_files AS
SELECT id, url, kind, entries, children, compression, content_encoding, received_hash
FROM sitemaps
WHERE found_by <> 'list' AND kind IN ('urlset', 'sitemapindex', 'text') AND complete
    AND received_hash IS NOT NULL"""
    yield f"""
CREATE TABLE fix_once AS
SELECT url FROM fix_states WHERE status IN {_GONE}
    AND url NOT IN (SELECT before.url FROM fix_earlier_states AS before WHERE status IN {_GONE})
UNION
SELECT url FROM sitemaps WHERE status IN {_GONE}
    AND url NOT IN (SELECT before.url FROM fix_earlier_sitemaps AS before WHERE status IN {_GONE})
"""
    yield f"""
CREATE TABLE fix_told AS
WITH refused AS (
    SELECT DISTINCT url, "check" IN {in_list(corrected.REFUSALS)} AS is_login
    FROM fix_findings
    WHERE url IS NOT NULL AND ("check" IN {in_list(corrected.REFUSALS)} OR meant)
),

named AS (
    SELECT
        *,
        CASE
            WHEN place = 'loc' THEN normal("to")
            WHEN place = 'hreflang-url' THEN "to"
            WHEN place = 'hreflang' AND "to" NOT LIKE 'x-default %'
                THEN SUBSTR("to", INSTR("to", ' ') + 1)
        END AS new_url
    FROM fix_findings
    WHERE "check" IN {in_list(sorted(chosen))}
)

SELECT
    named.* REPLACE (
        CASE WHEN named.place = 'loc' THEN named.new_url ELSE named."to" END AS "to"
    ),
    named."to" AS written,
    CASE
        WHEN named."check" IN {in_list(corrected.ADDED)} AND named.change_url IS NOT NULL
            THEN 'add'
        WHEN named."check" IN {in_list(corrected.TOO_LARGE)} THEN 'whole'
        WHEN named."check" = '{corrected.AMPERSAND}' AND file.url IS NOT NULL THEN 'whole'
        WHEN login.url IS NOT NULL AND COALESCE(named.place, 'loc') = 'loc' THEN 'login'
        WHEN named.root_id IS NOT NULL
            AND (named.change_url IS NULL OR named."check" = '{corrected.OF_ENTRIES}')
            THEN 'root'
        WHEN named."check" = '{corrected.OF_ENTRIES}' THEN 'choice'
        WHEN named."check" IN {in_list(corrected.NOT_TO_BE_LISTED)}
            THEN CASE WHEN meant.url IS NOT NULL THEN 'root' END
        WHEN named.change_url IS NULL AND REGEXP_MATCHES(named.fix, ', or | if |, unless ')
            THEN 'choice'
        WHEN named.change_url IS NULL THEN 'unsaid'
        WHEN file.url IS NULL AND named.change_url LIKE '%/robots.txt' THEN 'robots'
        WHEN named.place IN {_ON_SERVER} THEN 'server'
        WHEN file.url IS NULL AND sitemap.url IS NULL THEN 'page'
        WHEN file.url IS NULL THEN 'file'
        WHEN named.place NOT IN {_PLACES} THEN 'part'
        WHEN named.action = 'remove' AND NOT named.of_entry
            AND (once.url IS NOT NULL OR once_other.url IS NOT NULL)
            THEN 'once'
        WHEN target.url IS NOT NULL THEN 'target'
    END AS why_not
FROM named
LEFT JOIN (SELECT DISTINCT url FROM fix_files) AS file ON named.change_url = file.url
LEFT JOIN (SELECT DISTINCT url FROM sitemaps) AS sitemap ON named.change_url = sitemap.url
LEFT JOIN (SELECT url FROM refused WHERE is_login) AS login ON named.url = login.url
LEFT JOIN (SELECT url FROM refused WHERE NOT is_login) AS meant ON named.url = meant.url
LEFT JOIN fix_once AS once ON named.url = once.url
LEFT JOIN fix_once AS once_other ON named.related_url = once_other.url
LEFT JOIN (SELECT url FROM fix_states WHERE NOT is_indexable) AS target
    ON named.new_url = target.url"""
    columns = 'told.finding_id, told.root_id, told."check", told.spelled AS "to"'
    columns += ", entries.sitemap_id, entries.kind, entries.position"
    yield f"""
CREATE TABLE fix_spellings AS
WITH told AS (
    SELECT
        *,
        CASE
            WHEN action = 'replace' THEN "to"
            WHEN of_entry AND url <> "from" AND NOT meant AND url = normal("from") THEN url
        END AS spelled
    FROM fix_told
    WHERE why_not IS NULL AND place = 'loc'
)

SELECT {columns}
FROM told
INNER JOIN entries
    ON told.change_url = entries.sitemap_url AND TRIM(told."from") = TRIM(entries.loc)
WHERE told.of_entry
UNION ALL
SELECT {columns}
FROM told
INNER JOIN entries ON told.change_url = entries.sitemap_url AND told."from" = entries.url
WHERE entries.kind = 'sitemap' AND COALESCE(told.line = entries.line, TRUE)
UNION ALL
SELECT {columns}
FROM told
INNER JOIN entries ON told.change_url = entries.sitemap_url AND told.line = entries.line
WHERE told."from" IS NULL AND entries.loc_problem = 'empty'"""
    yield f"""
CREATE TABLE fix_locs AS
WITH of_pages AS (
    SELECT
        url, "check", CASE WHEN place = 'loc' THEN action ELSE 'remove' END AS action,
        CASE WHEN place = 'loc' AND action = 'replace' THEN "to" END AS "to"
    FROM fix_told
    WHERE why_not IS NULL AND url IS NOT NULL AND NOT of_entry
        AND ("check" IN {in_list(corrected.NOT_TO_BE_LISTED)} OR place = 'loc')
        AND "check" NOT IN ('{corrected.IN_FILE}', '{corrected.IN_FILES}')
    QUALIFY ROW_NUMBER() OVER (
        PARTITION BY url ORDER BY place IS NOT NULL, root_id IS NOT NULL, action, "check"
    ) = 1
),

spellings AS (
    SELECT *, CASE WHEN "to" IS NULL THEN 'remove' ELSE 'replace' END AS action
    FROM fix_spellings
    QUALIFY ROW_NUMBER() OVER (
        PARTITION BY sitemap_id, kind, position
        ORDER BY root_id IS NOT NULL, "to" NULLS FIRST, "check"
    ) = 1
)

SELECT
    entries.sitemap_id, entries.sitemap_url, entries.kind, entries.position, entries.line,
    entries.loc, entries.url, entries.url_key, entries.alternates,
    COALESCE(page."check", spelling."check") AS "check",
    COALESCE(page.action, spelling.action) AS action,
    CASE WHEN page.action IS NULL THEN spelling."to" ELSE page."to" END AS "to",
    page.action IS NOT NULL AS is_of_page
FROM entries
INNER JOIN fix_files AS file ON entries.sitemap_id = file.id
LEFT JOIN spellings AS spelling
    ON entries.sitemap_id = spelling.sitemap_id AND entries.kind = spelling.kind
    AND entries.position = spelling.position
LEFT JOIN of_pages AS page
    ON entries.kind = 'url' AND page.url = COALESCE(spelling."to", entries.url)
WHERE COALESCE(page.action, spelling.action) IS NOT NULL"""
    yield from duplicate_statements()
    yield from _value_statements()
    yield from link_statements()
    yield from missing_statements(chosen if adds_missing else set(), most_entries)
    yield f"""
CREATE TABLE fix_located AS
SELECT finding_id, sitemap_id, kind, position, 'loc' AS action, NULL AS "old", "to"
FROM fix_spellings
UNION ALL
SELECT told.finding_id, kept.sitemap_id, kept.kind, kept.position, 'loc', NULL, told."to"
FROM fix_told AS told
INNER JOIN fix_kept AS kept ON told.url = kept.url AND kept.kind = 'url'
WHERE told.why_not IS NULL AND NOT told.of_entry
    AND (told.place = 'loc' OR told."check" IN {in_list(corrected.NOT_TO_BE_LISTED)})
    AND (told."check" <> '{corrected.IN_FILE}' OR told.change_url = kept.sitemap_url)
UNION ALL
SELECT finding_id, sitemap_id, kind, position, action, NULL, "to" FROM fix_valued
UNION ALL
SELECT finding_id, sitemap_id, 'url', position, 'link', "old", "to" FROM fix_links_told
UNION ALL
SELECT wanted.finding_id, entry.sitemap_id, 'url', entry.position, 'add-link', NULL, wanted."to"
FROM fix_adds AS wanted
INNER JOIN fix_places AS entry ON wanted.url = entry.url"""
    yield """
CREATE TABLE fix_edits AS
WITH spelled AS (
    SELECT url, "check", "to", MIN(written) AS written
    FROM fix_told
    WHERE why_not IS NULL AND place = 'loc' AND action = 'replace'
    GROUP BY ALL
)

SELECT
    kept.sitemap_id, kept.kind, kept.position, kept.line,
    CASE kept.action WHEN 'remove' THEN 'remove' ELSE 'loc' END AS action,
    kept.loc AS "old", COALESCE(spelled.written, kept."to") AS "new", kept."check", kept.loc,
    kept."to"
FROM fix_kept AS kept
LEFT JOIN spelled
    ON kept.url = spelled.url AND kept."check" = spelled."check" AND kept."to" = spelled."to"
UNION ALL
SELECT
    sitemap_id, kind, position, line, action, "old", "to" AS "new", "check", loc, "to"
FROM fix_valued
QUALIFY ROW_NUMBER() OVER (
    PARTITION BY sitemap_id, kind, position, action ORDER BY root_id IS NOT NULL, "to", "check"
) = 1
UNION ALL
SELECT
    link.sitemap_id, 'url' AS kind, link.position, entries.line, link.action, link."old",
    link."new", link."check", entries.loc, link."new" AS "to"
FROM fix_links AS link
INNER JOIN entries
    ON link.sitemap_id = entries.sitemap_id AND link.position = entries.position
    AND entries.kind = 'url'"""


def _value_statements() -> Iterator[str]:
    """Yield those of elements with a value: of one entry, or of all of the file."""
    values = "\n    UNION ALL\n".join(
        f"""    SELECT *, '{name}' AS element, {name} AS "old" FROM told_of_entries
    WHERE place IN ('{name}'{"" if name == "lastmod" else ", 'hints'"})"""
        for name in VALUES
    )
    columns = (
        'told.finding_id, told.root_id, told."check", told.action, told.place, told."from",'
        ' told."to", entries.sitemap_id, entries.kind, entries.position, entries.line, entries.loc,'
        " entries.lastmod, entries.changefreq, entries.priority"
    )
    yield f"""
CREATE TABLE fix_valued AS
WITH told AS (
    SELECT * FROM fix_told
    WHERE why_not IS NULL AND place IN {in_list([*VALUES, "hints"])}
),

told_of_entries AS (
    SELECT {columns}
    FROM told
    INNER JOIN entries
        ON told.change_url = entries.sitemap_url
        AND COALESCE(told.url, told.related_url) = entries.url
    WHERE (told.url IS NOT NULL OR entries.kind = 'sitemap')
        AND COALESCE(told.line = entries.line, TRUE)
    UNION ALL
    SELECT {columns}
    FROM told
    INNER JOIN entries ON told.change_url = entries.sitemap_url
    WHERE told.url IS NULL AND told.related_url IS NULL
        AND (told."from" IS NULL OR told.line = entries.line)
),

valued AS (
{values}
)

SELECT
    finding_id, root_id, "check", sitemap_id, kind, position, line, loc, element AS action, "old",
    CASE WHEN action <> 'remove' THEN "to" END AS "to"
FROM valued
WHERE ("old" IS NOT NULL OR action = 'add') AND COALESCE("from" = "old", TRUE)
    AND sitemap_id IN (SELECT fix_files.id FROM fix_files)"""

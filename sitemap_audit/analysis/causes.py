"""Group findings by cause, so that one fault in a template is one line, not 12,400.

The group depends on the check: findings on pairs of hreflang annotations are grouped by the pair of
locales, findings on pages by URL pattern, and findings on sitemaps only by the file.
Findings of different ``kind`` have different causes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis.findings import OF_UNNAMED
from sitemap_audit.analysis.roots import find_roots
from sitemap_audit.parsing.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.checkfile import Check
    from sitemap_audit.storage import Store

_GROUPINGS = """
CREATE OR REPLACE TABLE groupings (
    "check" VARCHAR, way VARCHAR, is_of_entries BOOLEAN, keeps_out VARCHAR
)
"""
_OF_ENTRIES = {"entries", "listed", "off_host_entries", "index_children"}
"What checks look at that has a row for each entry of a file."

_PATTERNS = """
CREATE OR REPLACE TABLE patterns AS
SELECT url, pattern_of(url) AS pattern
FROM (SELECT DISTINCT url FROM findings WHERE url IS NOT NULL)
"""

# Pairs of URLs that findings name, with their keys: few beside the pairs of a big site.
_LOCALES = """
CREATE OR REPLACE TABLE locales AS
WITH named AS (
    SELECT DISTINCT found.url, found.related_url
    FROM findings AS found
    INNER JOIN groupings ON groupings."check" = found."check" AND groupings.way = 'locales'
)

SELECT
    named.url,
    named.related_url AS alternate,
    CONCAT(COALESCE(source.self_code, '?'), ' → ', pair.code) AS locales
FROM named
INNER JOIN hreflang_ends AS source ON named.url = source.url
INNER JOIN hreflang_ends AS target ON named.related_url = target.url
INNER JOIN hreflang_pairs AS pair
    ON source.url_key = pair.url_key AND target.url_key = pair.alternate_key
"""
_NO_LOCALES = """
CREATE OR REPLACE TABLE locales (url VARCHAR, alternate VARCHAR, locales VARCHAR)
"""

_GROUPED = """
CREATE OR REPLACE TABLE grouped AS
SELECT
    found.*,
    found.rowid AS number,
    patterns.pattern,
    CASE
        WHEN locales.locales IS NOT NULL THEN 'locales'
        WHEN found.url IS NULL AND found.sitemap_url IS NULL THEN 'site'
        WHEN groupings.way = 'sitemap' AND found.sitemap_url IS NOT NULL THEN 'sitemap'
        WHEN found.url IS NULL THEN 'sitemap'
        ELSE 'pattern'
    END AS cause_by,
    CASE
        WHEN locales.locales IS NOT NULL THEN locales.locales
        WHEN groupings.way = 'sitemap' OR found.url IS NULL
            THEN COALESCE(found.sitemap_url, patterns.pattern, 'the site')
        ELSE patterns.pattern
    END AS cause
FROM findings AS found
LEFT JOIN groupings ON found."check" = groupings."check"
LEFT JOIN patterns ON found.url = patterns.url
LEFT JOIN locales
    ON groupings.way = 'locales'
    AND found.url = locales.url
    AND found.related_url = locales.alternate
"""

_FINDINGS = """
CREATE OR REPLACE TABLE findings AS
WITH single AS (
    SELECT "check", kind, cause
    FROM grouped
    WHERE cause_by = 'pattern'
    GROUP BY "check", kind, cause
    HAVING COUNT(*) = 1
)

SELECT
    grouped.* EXCLUDE (number)
    REPLACE (
        CASE WHEN single.cause IS NULL THEN cause_by ELSE 'urls' END AS cause_by,
        CASE WHEN single.cause IS NULL THEN grouped.cause ELSE 'URLs that share no pattern' END
            AS cause
    )
FROM grouped
LEFT JOIN single
    ON grouped.cause_by = 'pattern'
    AND grouped."check" = single."check"
    AND grouped.kind IS NOT DISTINCT FROM single.kind
    AND grouped.cause = single.cause
ORDER BY number
"""

_FIRST = "ROW(found.sitemap_url, found.line, found.url, found.related_url, found.observed)"
_CAUSES = f"""
CREATE OR REPLACE TABLE causes AS
WITH consequences AS (
    SELECT root_id, COUNT(*) AS findings FROM findings WHERE root_id IS NOT NULL GROUP BY root_id
),

groups AS (
    SELECT
        found."check",
        found.kind,
        found.cause_by,
        found.cause,
        COUNT(*) AS findings,
        COUNT(DISTINCT COALESCE(found.url, found.sitemap_url, found.related_url, '')) AS urls,
        SUM(COALESCE(consequences.findings, 0)) AS folded,
        COUNT(found.url) + COUNT(found.line) > 0 AS has_places,
        BOOL_AND(COALESCE({OF_UNNAMED}, FALSE)) AS is_unnamed,
        COUNT(DISTINCT found.pattern) AS patterns,
        MIN(found.pattern) AS pattern,
        ARG_MIN(found.rowid, {_FIRST}) AS example
    FROM findings AS found
    LEFT JOIN consequences ON found.finding_id = consequences.root_id
    WHERE found.root_id IS NULL
    GROUP BY found."check", found.kind, found.cause_by, found.cause
),

files AS (
    SELECT url, MAX(entries + children) AS entries FROM sitemaps GROUP BY url
)

SELECT
    groups."check",
    run.severity,
    groupings.keeps_out,
    groups.kind,
    groups.cause_by,
    groups.cause,
    groups.findings,
    groups.urls,
    groups.folded,
    CASE
        WHEN groups.cause_by = 'sitemap' AND groupings.is_of_entries AND groups.has_places
            THEN files.entries
    END AS entries,
    groups.patterns,
    groups.pattern,
    first.url,
    first.sitemap_url,
    first.line,
    first.related_url,
    first.observed,
    first.expected,
    first.fix,
    first.place,
    groups.is_unnamed
FROM groups
INNER JOIN findings AS first ON groups.example = first.rowid
INNER JOIN check_runs AS run ON groups."check" = run."check"
LEFT JOIN groupings ON groups."check" = groupings."check"
LEFT JOIN files ON groups.cause = files.url
ORDER BY
    CASE
        WHEN groups.is_unnamed THEN 4
        WHEN groups."check" = 'sitemap/undeclared' THEN 3
        WHEN run.severity = 'error' THEN 1
        WHEN run.severity = 'warning' THEN 2
        ELSE 5
    END,
    CASE run.severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 3 END,
    CASE groupings.keeps_out WHEN 'host' THEN 1 WHEN 'pages' THEN 2 ELSE 3 END,
    groups.urls DESC,
    groups."check",
    groups.cause,
    groups.kind NULLS FIRST
"""


def find_causes(store: Store, checks: Sequence[Check]) -> None:
    """Set the pattern and cause of every finding, and make the table ``causes``.

    Columns that findings gain: ``pattern`` of their URL, ``cause_by`` (sitemap | pattern | urls |
    locales | site) and ``cause``: the URL of a sitemap, a pattern, 'de → fr', 'the site'. What
    shares its pattern with no other finding of the check is put together as ``urls``. ``causes``
    has a row for each cause of a check, the worst first (by severity, then what it keeps out of the
    index, then affected URLs), with its first finding by file and line; ``folded`` are the findings
    that are consequences of its own, and in no cause themselves. ``is_unnamed``: all its findings
    are in sitemaps that nothing names; such causes come behind the errors and warnings of others.
    Its ``entries`` are those of the sitemap, where the findings are of entries and not of the file.
    """
    find_roots(store, checks)
    store.execute(_GROUPINGS)
    store.insert("groupings", [_grouping(check) for check in checks])
    store.execute_with("pattern_of", pattern, _PATTERNS)
    store.execute(_LOCALES if store.columns("hreflang_pairs") else _NO_LOCALES)
    if not store.columns("unnamed_sitemaps"):
        store.execute("CREATE TABLE unnamed_sitemaps (url VARCHAR)")
    store.execute(_GROUPED)
    store.execute(_FINDINGS)
    store.execute(_CAUSES)
    for table in ("groupings", "patterns", "locales", "grouped"):
        store.execute(f"DROP TABLE {table}")


def _grouping(check: Check) -> dict[str, Any]:
    is_of_entries = check.over in _OF_ENTRIES
    return {
        "check": check.name,
        "way": _grouped_by(check),
        "is_of_entries": is_of_entries,
        "keeps_out": check.keeps_out,
    }


def _grouped_by(check: Check) -> str:
    if check.over == "hreflang_pairs":
        return "locales"
    return "pattern" if "pages" in check.needs else "sitemap"

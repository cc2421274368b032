"""What report.html embeds and draws: findings, URLs, pairs, and counts for its charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.report.counts import STATUS, VERDICT
from sitemap_audit.report.sources.sets import CODE
from sitemap_audit.report.streams import LongTable
from sitemap_audit.report.tables import KNOWN, SEVERITY_ORDER

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

MOST_FINDINGS, MOST_URLS, MOST_PAIRS = 100_000, 100_000, 50_000
"Rows at most, before the size of the file is looked at."
OF_EACH_CHECK = 1_000
"Findings of each check that come before more of another."
OF_EACH_COMBINATION = 1_000
"URLs of each combination of sources that come before more of another."
_RANK = SEVERITY_ORDER.format("run.severity")

SHOWN_ORDER = 'is_more, severity, "check", place'
SHOWN = f"""
WITH placed AS (
    SELECT
        found.number AS finding,
        found."check",
        {_RANK} AS severity,
        ROW_NUMBER() OVER (
            PARTITION BY found."check"
            ORDER BY found.root_id IS NOT NULL, found.url NULLS FIRST, found.sitemap_url,
                found.line, found.related_url, found.observed, found.number
        ) AS place
    FROM findings AS found
    INNER JOIN check_runs AS run ON found."check" = run."check"
)

SELECT finding, place, severity, "check", place > {OF_EACH_CHECK} AS is_more
FROM placed
ORDER BY {SHOWN_ORDER}
LIMIT {MOST_FINDINGS}
"""

_COUNT_FINDINGS = "SELECT COUNT(*) FROM findings"
_FINDINGS = """
SELECT
    run.severity, found."check", found.url, found.sitemap_url, found.line, found.related_url,
    found.observed, found.expected, COALESCE(found."change", found.fix) AS what_to_do,
    root."check" AS root_check
FROM shown_findings AS shown
INNER JOIN findings AS found ON shown.finding = found.number
INNER JOIN check_runs AS run ON found."check" = run."check"
LEFT JOIN findings AS root ON found.root_id = root.finding_id
ORDER BY shown.number
"""

_EXAMPLES = """
SELECT
    found."check", found.url, found.sitemap_url, found.line, found.related_url, found.observed,
    found.expected, COALESCE(found."change", found.fix)
FROM shown_findings AS shown
INNER JOIN findings AS found ON shown.finding = found.number
WHERE shown.place <= $rows
ORDER BY shown.number
"""

_TOLD = "url_key, url, sitemap_url, line, entries, severity, findings, clicks, code"
_COUNT_URLS = f"WITH {KNOWN} SELECT COUNT(*) FROM known"
_URLS = f"""
WITH {KNOWN},

found AS (
    SELECT found.url, MIN({_RANK}) AS severity, COUNT(*) AS findings
    FROM findings AS found
    INNER JOIN check_runs AS run ON found."check" = run."check"
    GROUP BY found.url
),

told AS (
    SELECT
        known.url_key,
        known.url,
        known.sitemap_url,
        known.line,
        known.entries,
        found.severity,
        COALESCE(found.findings, 0) AS findings,
        sources.clicks,
        CASE WHEN sources.url_key IS NOT NULL THEN {CODE.format("sources")} END AS code
    FROM known
    LEFT JOIN found ON known.url = found.url
    LEFT JOIN coverage AS sources ON known.url_key = sources.url_key
),

placed AS (
    SELECT
        {_TOLD},
        ROW_NUMBER() OVER (
            PARTITION BY code ORDER BY severity NULLS LAST, entries = 0, url
        ) > {OF_EACH_COMBINATION} AS is_more
    FROM told
),

chosen AS (
    SELECT {_TOLD}, is_more FROM placed
    ORDER BY is_more, severity NULLS LAST, entries = 0, url
    LIMIT {MOST_URLS}
),

places AS (
    SELECT
        entries.url_key,
        STRING_AGG(
            entries.sitemap_url || COALESCE(', line ' || entries.line, ''), CHR(10)
            ORDER BY entries.sitemap_url, entries.position
        ) AS places,
        STRING_AGG(
            DISTINCT entries.sitemap_url, CHR(10) ORDER BY entries.sitemap_url
        ) AS sitemaps
    FROM entries
    INNER JOIN chosen ON entries.url_key = chosen.url_key
    WHERE entries.kind = 'url' AND chosen.entries > 1
    GROUP BY entries.url_key
)

SELECT
    chosen.url,
    {STATUS},
    {VERDICT},
    CASE WHEN chosen.entries > 0 THEN 'yes' ELSE 'no' END,
    chosen.sitemap_url,
    chosen.line,
    places.places,
    places.sitemaps,
    COALESCE(page.redirect_url, page.refresh_url),
    page.canonical,
    CONCAT_WS(': ', page.robots, fetched.robots_rule),
    ROUND(fetched.latency, 3),
    chosen.findings,
    fetched.title,
    chosen.code,
    chosen.clicks
FROM chosen
LEFT JOIN indexability AS page ON chosen.url_key = page.url_key
LEFT JOIN pages AS fetched ON page.page_id = fetched.id
LEFT JOIN places ON chosen.url_key = places.url_key
ORDER BY chosen.is_more, chosen.severity NULLS LAST, chosen.entries = 0, chosen.url
"""

STATE = """
CASE
    WHEN pair.target_fault IS NOT NULL THEN 'target error'
    WHEN pair.has_return IS NULL THEN 'not checked'
    WHEN pair.has_return OR pair.code = 'x-default' THEN 'valid'
    ELSE 'return link missing'
END
"""
"SQL: the state of an annotation; x-default needs no return link."
_COUNT_PAIRS = "SELECT COUNT(*) FROM hreflang_pairs"
_PAIRS = f"""
WITH chosen AS (
    SELECT
        pair.url_key,
        pair.alternate_key,
        pair.code,
        pair.source_fault,
        COALESCE(pair.target_fault, pair.unknown_reason) AS why,
        {STATE} AS state
    FROM hreflang_pairs AS pair
    ORDER BY state = 'valid', pair.url_key, pair.alternate_key
    LIMIT {MOST_PAIRS}
)

SELECT
    source.url,
    target.url,
    COALESCE(member.code, 'none'),
    chosen.code,
    CASE WHEN chosen.source_fault IS NULL THEN chosen.state ELSE 'page not indexable' END,
    chosen.why
FROM chosen
INNER JOIN hreflang_ends AS source ON chosen.url_key = source.url_key
INNER JOIN hreflang_ends AS target ON chosen.alternate_key = target.url_key
LEFT JOIN cluster_members AS member ON chosen.url_key = member.url_key
ORDER BY chosen.state = 'valid', source.url, chosen.code
"""

FINDINGS = LongTable(_FINDINGS, _COUNT_FINDINGS)
EXAMPLES = LongTable(_EXAMPLES, _COUNT_FINDINGS)
"The first $rows findings of each check."
URLS = LongTable(_URLS, _COUNT_URLS)
PAIRS = LongTable(_PAIRS, _COUNT_PAIRS)


def choose(store: Store) -> None:
    """Make the table ``shown_findings``: which findings a page shows, in which order."""
    store.create_sorted("shown_findings", SHOWN, SHOWN_ORDER)

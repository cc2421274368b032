"""What report.html embeds and draws: findings, URLs, pairs, and counts for its charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.cause_order import ISSUE
from sitemap_audit.report.sources.sets import CODE
from sitemap_audit.report.streams import LongTable

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

MOST_FINDINGS, MOST_URLS, MOST_PAIRS = 100_000, 100_000, 50_000
"Rows at most, before the size of the file is looked at."
OF_EACH_CHECK = 1_000
"Findings of each check that come before more of another."
OF_EACH_COMBINATION = 1_000
"URLs of each combination of sources that come before more of another."
_HAS_NO_PROBLEM = "{}state IN ('valid', 'page not indexable')"
PAIR_ORDER = f"{_HAS_NO_PROBLEM.format('')}, url_key, alternate_key"
"Hreflang pairs with problems first, as SQL."

SHOWN_ORDER = 'is_more, rank, "check", place'
SHOWN = f"""
WITH placed AS (
    SELECT
        number AS finding,
        "check",
        rank,
        ROW_NUMBER() OVER (
            PARTITION BY "check"
            ORDER BY root_id IS NOT NULL, url NULLS FIRST, sitemap_url, line, related_url, observed,
                number
        ) AS place
    FROM reported_findings
)

SELECT finding, place, rank, "check", place > {OF_EACH_CHECK} AS is_more
FROM placed
ORDER BY {SHOWN_ORDER}
LIMIT {MOST_FINDINGS}
"""

_COUNT_FINDINGS = "SELECT COUNT(*) FROM reported_findings"
_FINDINGS = f"""
SELECT
    found.severity, found."check", found.url, found.sitemap_url, found.line, found.related_url,
    found.observed, found.expected, found.what_to_do, found.root_check, found.unit,
    issues.number AS issue
FROM shown_findings AS shown
INNER JOIN reported_findings AS found ON shown.finding = found.number
LEFT JOIN (SELECT issue, MIN(number) AS number FROM causes GROUP BY issue) AS issues
    ON found.root_id IS NULL AND {ISSUE.format("found")} = issues.issue
ORDER BY shown.number
"""

_EXAMPLES = """
SELECT
    found."check", found.url, found.sitemap_url, found.line, found.related_url, found.observed,
    found.expected, found.what_to_do
FROM shown_findings AS shown
INNER JOIN reported_findings AS found ON shown.finding = found.number
WHERE shown.place <= $rows
ORDER BY shown.number
"""

_TOLD = "url_key, url, entries, rank, own_rank, findings, clicks, code"
_COUNT_URLS = "SELECT COUNT(*) FROM reported_urls"
_URLS = f"""
WITH told AS (
    SELECT
        known.url_key,
        known.url,
        known.entries,
        found.rank,
        found.own_rank,
        COALESCE(found.findings, 0) AS findings,
        sources.clicks,
        CASE WHEN sources.url_key IS NOT NULL THEN {CODE.format("sources")} END AS code
    FROM reported_urls AS known
    LEFT JOIN reported_url_findings AS found ON known.url = found.url
    LEFT JOIN coverage AS sources ON known.url_key = sources.url_key
),

placed AS (
    SELECT
        {_TOLD},
        ROW_NUMBER() OVER (
            PARTITION BY code ORDER BY rank NULLS LAST, entries = 0, url
        ) > {OF_EACH_COMBINATION} AS is_more
    FROM told
),

chosen AS (
    SELECT {_TOLD}, is_more FROM placed
    ORDER BY is_more, rank NULLS LAST, entries = 0, url
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
    page.url,
    page.status,
    page.verdict,
    CASE WHEN page.entries > 0 THEN 'yes' ELSE 'no' END,
    page.sitemap_url,
    page.line,
    places.places,
    places.sitemaps,
    page.redirect,
    page.canonical,
    CONCAT_WS(': ', page.robots, fetched.robots_rule),
    FLOOR(1000 * fetched.latency) / 1000,
    chosen.own_rank,
    chosen.findings,
    fetched.title,
    chosen.code,
    chosen.clicks
FROM chosen
INNER JOIN reported_urls AS page ON chosen.url_key = page.url_key
LEFT JOIN pages AS fetched ON page.page_id = fetched.id
LEFT JOIN places ON chosen.url_key = places.url_key
ORDER BY chosen.is_more, chosen.rank NULLS LAST, chosen.entries = 0, chosen.url
"""

_COUNT_PAIRS = "SELECT COUNT(*) FROM hreflang_pairs"
_PAIRS = f"""
WITH chosen AS (
    SELECT url_key, alternate_key, code, state, why
    FROM reported_pairs
    ORDER BY {PAIR_ORDER}
    LIMIT {MOST_PAIRS}
)

SELECT
    source.url, target.url, COALESCE(member.code, 'none'), chosen.code, chosen.state, chosen.why
FROM chosen
INNER JOIN hreflang_ends AS source ON chosen.url_key = source.url_key
INNER JOIN hreflang_ends AS target ON chosen.alternate_key = target.url_key
LEFT JOIN cluster_members AS member ON chosen.url_key = member.url_key
ORDER BY {_HAS_NO_PROBLEM.format("chosen.")}, source.url, chosen.code
"""

FINDINGS = LongTable(_FINDINGS, _COUNT_FINDINGS)
EXAMPLES = LongTable(_EXAMPLES, _COUNT_FINDINGS)
"The first $rows findings of each check."
URLS = LongTable(_URLS, _COUNT_URLS)
PAIRS = LongTable(_PAIRS, _COUNT_PAIRS)


def choose(store: Store) -> None:
    """Make the table ``shown_findings``: which findings a page shows, in which order."""
    store.create_sorted("shown_findings", SHOWN)

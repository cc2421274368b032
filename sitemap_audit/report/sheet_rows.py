"""The long tables of the workbook: the most important rows of those that a sheet has room for."""

from __future__ import annotations

from sitemap_audit.report.csv_queries import ORDER_OF_CHANGES, ORDER_OF_FINDINGS
from sitemap_audit.report.page_rows import PAIR_ORDER
from sitemap_audit.report.sources import directories
from sitemap_audit.report.streams import LongTable

# The numbers of the rows are sorted first, and whole rows only of those that the sheet has.
_FINDINGS = f"""
WITH chosen AS (
    SELECT number
    FROM reported_findings
    ORDER BY {ORDER_OF_FINDINGS}
    LIMIT $rows
)

SELECT
    found.severity, found.title, found.url, found.observed, found.expected, found.fix,
    found.change_url, found."change", found.sitemap_url, found.line, found.root_title,
    found.related_url, found.kind, found.finding_id, found."check"
FROM chosen
INNER JOIN reported_findings AS found ON chosen.number = found.number
ORDER BY {ORDER_OF_FINDINGS.replace("number", "found.number")}
"""
_URLS = """
WITH chosen AS (
    SELECT page.url_key, COALESCE(found.findings, 0) AS findings
    FROM reported_urls AS page
    LEFT JOIN reported_url_findings AS found ON page.url = found.url
    ORDER BY found.rank NULLS LAST, page.url
    LIMIT $rows
),

results AS (
    SELECT url, MIN(outcome) AS outcome
    FROM ledger WHERE outcome <> 'duplicate' AND url IS NOT NULL GROUP BY url
)

SELECT
    page.url, page.status_code, results.outcome, page.is_indexable, page.reasons,
    page.unknown_reason, page.redirect, page.canonical, clusters.state, chosen.findings,
    page.sitemap_url, page.sitemaps
FROM chosen
INNER JOIN reported_urls AS page ON chosen.url_key = page.url_key
LEFT JOIN results ON page.url = results.url
LEFT JOIN cluster_members AS member ON page.url_key = member.url_key
LEFT JOIN clusters ON member.cluster_key = clusters.cluster_key
ORDER BY page.url
"""
_CHANGES = f"""
SELECT
    severity, state, "check", kind, told_with, url, expected, observed, fix, related_url,
    sitemap_url, line
FROM changes
ORDER BY {ORDER_OF_CHANGES}
LIMIT $rows
"""
_SITEMAPS = """
SELECT
    url, kind, status,
    CASE
        WHEN error IS NOT NULL THEN 'not read: ' || error
        WHEN redirect_url IS NOT NULL THEN 'redirects'
        WHEN status >= 400 THEN 'not read'
        WHEN complete THEN 'complete'
        ELSE 'incomplete: ' || COALESCE(stopped_by, 'invalid')
    END AS state,
    entries, urls, children, checked, indexable, findings, last_modified, confirmed, pages, bytes,
    ROUND(seconds, 2) AS seconds, found_by, found_in
FROM reported_sitemaps
ORDER BY url
LIMIT $rows
"""
_REDIRECTS = """
WITH chosen AS (
    SELECT url, listed, statuses, next_url, hops, final_url, final_status, outcome
    FROM redirect_chains
    ORDER BY CASE outcome WHEN 'ok' THEN 3 WHEN 'unknown' THEN 2 ELSE 1 END, url
    LIMIT $rows
)

SELECT
    url, CASE WHEN listed THEN 'yes' ELSE 'no' END AS in_sitemap, statuses, next_url, hops,
    final_url, final_status, CASE outcome WHEN 'unknown' THEN 'not checked' ELSE outcome END
        AS outcome_told
FROM chosen
ORDER BY url
"""
_PAIRS = f"""
WITH chosen AS (
    SELECT url_key, alternate_key, code, state, why, in_sitemap, on_page
    FROM reported_pairs
    ORDER BY {PAIR_ORDER}
    LIMIT $rows
)

SELECT
    source.url, source.self_code, target.url AS alternate, chosen.code, chosen.state, chosen.why,
    CASE WHEN chosen.in_sitemap THEN 'yes' ELSE 'no' END AS in_sitemap,
    CASE WHEN chosen.on_page THEN 'yes' ELSE 'no' END AS on_page
FROM chosen
INNER JOIN hreflang_ends AS source ON chosen.url_key = source.url_key
INNER JOIN hreflang_ends AS target ON chosen.alternate_key = target.url_key
ORDER BY source.url, chosen.code, target.url
"""
_OF_CHECKS = """
SELECT "check", COUNT(*)
FROM reported_findings
GROUP BY "check", rank
ORDER BY rank, MIN(number)
"""
"Findings of each check, as ORDER_OF_FINDINGS has them: those of a check stand together."

FINDINGS = LongTable(_FINDINGS, "SELECT COUNT(*) FROM reported_findings")
OF_CHECKS = LongTable(_OF_CHECKS, 'SELECT COUNT(DISTINCT "check") FROM findings')
"Findings of each check, in their order."
CHANGES = LongTable(_CHANGES, "SELECT COUNT(*) FROM changes")
URLS = LongTable(_URLS, "SELECT COUNT(*) FROM reported_urls")
REDIRECTS = LongTable(_REDIRECTS, "SELECT COUNT(*) FROM redirect_chains")
PAIRS = LongTable(_PAIRS, "SELECT COUNT(*) FROM hreflang_pairs")
SITEMAPS = LongTable(_SITEMAPS, "SELECT COUNT(*) FROM reported_sitemaps")
DIRECTORIES = LongTable(
    f"{directories.DIRECTORIES} LIMIT $rows",
    f"SELECT COUNT(*) FROM ({directories.DIRECTORIES})",
)

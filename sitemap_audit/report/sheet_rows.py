"""The long tables of the workbook: the most important rows of those that a sheet has room for."""

from __future__ import annotations

from sitemap_audit.report.sources import directories
from sitemap_audit.report.streams import LongTable
from sitemap_audit.report.tables import ORDER_OF_CHANGES, ORDER_OF_FINDINGS, SEVERITY_ORDER

_COUNT_FINDINGS = """
SELECT COUNT(*)
FROM findings AS found
INNER JOIN check_runs AS run ON run."check" = found."check"
"""
# The numbers of the rows are sorted first, and whole rows only of those that the sheet has.
_FINDINGS = f"""
WITH chosen AS (
    SELECT found.number, run.severity
    FROM findings AS found
    INNER JOIN check_runs AS run ON run."check" = found."check"
    ORDER BY {ORDER_OF_FINDINGS}
    LIMIT $rows
)

SELECT
    chosen.severity, found."check", found.url, found.observed, found.expected, found.fix,
    found.change_url, found."change", found.related_url, found.sitemap_url, found.line,
    found.kind, found.finding_id, roots."check" AS consequence_of
FROM chosen
INNER JOIN findings AS found ON chosen.number = found.number
LEFT JOIN (
    SELECT finding_id, MIN("check") AS "check" FROM findings GROUP BY finding_id
) AS roots ON found.root_id = roots.finding_id
ORDER BY {SEVERITY_ORDER.format("chosen.severity")}, chosen.number
"""
_URLS = f"""
WITH found AS (
    SELECT
        found.url, COUNT(*) AS findings, MIN({SEVERITY_ORDER.format("run.severity")}) AS severity
    FROM findings AS found
    INNER JOIN check_runs AS run ON run."check" = found."check"
    WHERE found.url IS NOT NULL
    GROUP BY found.url
),

chosen AS (
    SELECT
        listed.url, listed.url_key, listed.sitemap_url, listed.sitemaps,
        COALESCE(found.findings, 0) AS findings
    FROM listed
    LEFT JOIN found ON listed.url = found.url
    ORDER BY found.severity NULLS LAST, listed.url
    LIMIT $rows
),

results AS (
    SELECT url, MIN(outcome) AS outcome
    FROM ledger WHERE outcome <> 'duplicate' AND url IS NOT NULL GROUP BY url
)

SELECT
    chosen.url, page.status, results.outcome, page.is_indexable, page.reasons, page.unknown_reason,
    page.redirect_url, page.canonical, clusters.state, chosen.findings,
    chosen.sitemap_url, chosen.sitemaps
FROM chosen
LEFT JOIN indexability AS page ON chosen.url_key = page.url_key
LEFT JOIN results ON chosen.url = results.url
LEFT JOIN cluster_members AS member ON chosen.url_key = member.url_key
LEFT JOIN clusters ON member.cluster_key = clusters.cluster_key
ORDER BY chosen.url
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
WITH about AS (
    SELECT sitemap_url, COUNT(*) AS findings
    FROM findings WHERE sitemap_url IS NOT NULL GROUP BY sitemap_url
),

shares AS (
    SELECT
        entries.sitemap_id,
        COUNT(DISTINCT CASE WHEN page.is_indexable THEN entries.url_key END) AS indexable,
        COUNT(DISTINCT CASE WHEN page.is_indexable IS NOT NULL THEN entries.url_key END) AS checked
    FROM entries
    INNER JOIN indexability AS page ON entries.url_key = page.url_key
    WHERE entries.kind = 'url'
    GROUP BY entries.sitemap_id
)

SELECT
    sitemap.url, sitemap.kind, sitemap.status,
    CASE
        WHEN sitemap.error IS NOT NULL THEN 'not read: ' || sitemap.error
        WHEN sitemap.redirect_url IS NOT NULL THEN 'redirects'
        WHEN sitemap.status >= 400 THEN 'not read'
        WHEN sitemap.complete THEN 'complete'
        ELSE 'incomplete: ' || COALESCE(sitemap.stopped_by, 'invalid')
    END AS state,
    sitemap.entries, sitemap.children, shares.checked, shares.indexable,
    COALESCE(about.findings, 0) AS findings, sitemap.last_modified,
    trust.confirmed, trust.pages, sitemap.bytes,
    ROUND(sitemap.seconds, 2) AS seconds, sitemap.found_by, sitemap.found_in
FROM sitemaps AS sitemap
LEFT JOIN about ON sitemap.url = about.sitemap_url
LEFT JOIN shares ON sitemap.id = shares.sitemap_id
LEFT JOIN lastmod_trust AS trust ON sitemap.url = trust.sitemap_url
WHERE
    COALESCE(sitemap.kind, '') <> 'html'
    OR sitemap.url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
ORDER BY sitemap.url, sitemap.fetched_at
LIMIT $rows
"""
_COUNT_SITEMAPS = """
SELECT COUNT(*)
FROM sitemaps AS sitemap
WHERE
    COALESCE(sitemap.kind, '') <> 'html'
    OR sitemap.url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
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
_PAIRS = """
WITH chosen AS (
    SELECT
        pair.url_key, pair.alternate_key, pair.code, pair.in_sitemap, pair.on_page,
        COALESCE(pair.target_fault, pair.unknown_reason) AS why,
        CASE
            WHEN pair.target_fault IS NOT NULL THEN 'target faulty'
            WHEN pair.has_return THEN 'valid'
            WHEN pair.has_return IS NULL THEN 'not checked'
            ELSE 'missing'
        END AS return_link
    FROM hreflang_pairs AS pair
    ORDER BY return_link = 'valid', pair.url_key, pair.alternate_key, pair.code
    LIMIT $rows
)

SELECT
    source.url, source.self_code, target.url AS alternate, chosen.code, chosen.return_link,
    chosen.why,
    CASE WHEN chosen.in_sitemap THEN 'yes' ELSE 'no' END AS in_sitemap,
    CASE WHEN chosen.on_page THEN 'yes' ELSE 'no' END AS on_page
FROM chosen
INNER JOIN hreflang_ends AS source ON chosen.url_key = source.url_key
INNER JOIN hreflang_ends AS target ON chosen.alternate_key = target.url_key
ORDER BY source.url, chosen.code, target.url
"""
_OF_CHECKS = f"""
SELECT found."check", COUNT(*)
FROM findings AS found
INNER JOIN check_runs AS run ON run."check" = found."check"
GROUP BY found."check", run.severity
ORDER BY {SEVERITY_ORDER.format("run.severity")}, MIN(found.number)
"""
"Findings of each check, as ORDER_OF_FINDINGS has them: those of a check stand together."

FINDINGS = LongTable(_FINDINGS, _COUNT_FINDINGS)
OF_CHECKS = LongTable(_OF_CHECKS, 'SELECT COUNT(DISTINCT "check") FROM findings')
"Findings of each check, in their order."
CHANGES = LongTable(_CHANGES, "SELECT COUNT(*) FROM changes")
URLS = LongTable(_URLS, "SELECT COUNT(*) FROM listed")
REDIRECTS = LongTable(_REDIRECTS, "SELECT COUNT(*) FROM redirect_chains")
PAIRS = LongTable(_PAIRS, "SELECT COUNT(*) FROM hreflang_pairs")
SITEMAPS = LongTable(_SITEMAPS, _COUNT_SITEMAPS)
DIRECTORIES = LongTable(
    f"{directories.DIRECTORIES} LIMIT $rows",
    f"SELECT COUNT(*) FROM ({directories.DIRECTORIES})",
)

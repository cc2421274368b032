/*
One row per URL in the workbook: those with the worst findings, in the order of their URLs.
*/
WITH chosen AS (
    SELECT
        page.url_key,
        COALESCE(found.findings, 0) AS findings
    FROM reported_urls AS page
    LEFT JOIN reported_url_findings AS found ON page.url = found.url
    ORDER BY found.rank NULLS LAST, page.url
    LIMIT $rows
),

results AS (
    SELECT
        url,
        MIN(outcome) AS outcome
    FROM ledger
    WHERE outcome <> 'duplicate' AND url IS NOT NULL
    GROUP BY url
)

SELECT
    page.url,
    page.status_code,
    results.outcome,
    page.is_indexable,
    page.reasons,
    page.unknown_reason,
    page.redirect,
    page.canonical,
    clusters.state,
    chosen.findings,
    page.sitemap_url,
    page.sitemaps
FROM chosen
INNER JOIN reported_urls AS page ON chosen.url_key = page.url_key
LEFT JOIN results ON page.url = results.url
LEFT JOIN cluster_members AS member ON page.url_key = member.url_key
LEFT JOIN clusters ON member.cluster_key = clusters.cluster_key
ORDER BY page.url

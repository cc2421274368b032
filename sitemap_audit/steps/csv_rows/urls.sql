/*
One row per URL that a report tells of, for urls.csv, with its findings. To join and to sort a
million wide rows at once needs more memory than a report has.
*/
SELECT
    page.url,
    page.entries > 0 AS is_listed,
    page.status_code AS status,
    page.is_indexable,
    NULLIF(page.reasons, '') AS reasons,
    page.unknown_reason,
    page.redirect AS redirect_url,
    page.canonical,
    clusters.state AS hreflang,
    found.severity,
    COALESCE(found.findings, 0) AS findings,
    page.sitemap_url,
    page.line,
    page.entries
FROM reported_urls AS page
LEFT JOIN reported_url_findings AS found ON page.url = found.url
LEFT JOIN cluster_members AS member ON page.url_key = member.url_key
LEFT JOIN clusters ON member.cluster_key = clusters.cluster_key

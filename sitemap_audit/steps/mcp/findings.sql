/*
A part of findings.csv, in its order.
*/
SELECT *
FROM findings
WHERE
    severity = COALESCE($severity, severity)
    AND "check" = COALESCE($check, "check")
    AND ($url IS NULL OR url = $url)
    AND ($sitemap_url IS NULL OR sitemap_url = $sitemap_url)
LIMIT $most OFFSET $first

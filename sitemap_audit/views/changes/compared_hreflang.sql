/*
---
row: url
rests_on: others
---
One row per URL that both audits list, with whether its effective hreflang annotations may differ:
`may_differ`, the sums of the two sets do, as for all that moved. Pages without content in one
of the audits are left out. `unknown_reason`: as in compared_urls; or the annotations may be in a
sitemap that was not read.
*/
WITH in_sitemaps AS (
    SELECT DISTINCT url_key
    FROM (
        SELECT url_key
        FROM entry_alternates
        UNION ALL
        SELECT COALESCE(moved.url_key, old.url_key) AS url_key
        FROM previous_entry_alternates AS old
        LEFT JOIN moved_urls AS moved ON old.url_key = moved.previous_key
    ) AS annotated
    WHERE url_key IS NOT NULL
)

SELECT
    page.url_key,
    page.previous_key,
    page.hreflang_sum <> page.previous_hreflang_sum AS may_differ,
    CASE
        WHEN page.unknown_reason IS NOT NULL THEN page.unknown_reason
        WHEN NOT page.entry_known THEN 'sitemap-not-read'
        WHEN NOT page.previous_entry_known THEN 'sitemap-not-read-before'
        WHEN in_sitemaps.url_key IS NOT NULL
            THEN COALESCE(audits.unread, audits.previous_unread)
    END AS unknown_reason
FROM compared_urls AS page
LEFT JOIN in_sitemaps ON page.url_key = in_sitemaps.url_key
CROSS JOIN compared_audits AS audits
WHERE
    page.is_in_both
    AND (page.have_content OR page.unknown_reason IS NOT NULL)

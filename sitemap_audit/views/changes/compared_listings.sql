/*
---
row: url
rests_on: others
---
One row per URL that a sitemap lists now, or listed in the previous audit. `change`: added | removed
(this audit misses it) | confirmed (the audit between the two misses it, too) | none.
`unknown_reason`: why that is not known, as in compared_audits. A URL that moved with its origin is
listed in both audits.
*/
SELECT
    page.url,
    COALESCE(page.sitemap_url, page.previous_sitemap_url) AS sitemap_url,
    CASE
        WHEN NOT page.was_listed THEN 'added'
        WHEN NOT page.is_listed AND audits.can_confirm AND kept.url_key IS NULL THEN 'confirmed'
        WHEN NOT page.is_listed THEN 'removed'
        ELSE 'none'
    END AS change,
    page.listing_unknown AS unknown_reason
FROM compared_urls AS page
CROSS JOIN compared_audits AS audits
LEFT JOIN between_urls AS kept ON page.url_key = kept.url_key AND kept.outcome IS NOT NULL

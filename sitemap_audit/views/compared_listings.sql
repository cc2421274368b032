/*
One row per URL that a sitemap lists now, or listed in one of the two audits before. `change`: added
| removed (this audit misses it) | confirmed (the audit before this one misses it, too: the one
between the two compared, or the previous one after the audit before it had the URL) | none. `unknown_reason`: why that is not known, as in compared_audits. A URL that
moved with its origin is listed in both audits.
*/
WITH gone AS (
    SELECT
        old.url,
        old.sitemap_url,
        CONCAT(SPLIT_PART(old.url, '/', 1), '//', SPLIT_PART(old.url, '/', 3)) AS origin,
        SUBSTRING(
            old.url, LENGTH(SPLIT_PART(old.url, '/', 1)) + LENGTH(SPLIT_PART(old.url, '/', 3)) + 3
        ) AS path
    FROM earlier_urls AS old
    LEFT JOIN previous_urls AS missing
        ON old.url_key = missing.url_key AND missing.outcome IS NOT NULL
    LEFT JOIN url_states AS now ON old.url_key = now.url_key AND now.outcome IS NOT NULL
    CROSS JOIN previous_run
    WHERE
        old.outcome IS NOT NULL
        AND missing.url_key IS NULL
        AND now.url_key IS NULL
        AND NOT previous_run.has_between
),

totals AS (
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        COUNT(*) AS urls
    FROM earlier_urls
    WHERE outcome IS NOT NULL
    GROUP BY CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3))
),

-- Origins of which most URLs are gone: they may have moved.
emptied AS (
    SELECT gone.origin
    FROM gone
    INNER JOIN totals ON gone.origin = totals.origin
    GROUP BY gone.origin, totals.urls
    HAVING COUNT(*) * 2 > totals.urls
),

moved AS (
    SELECT DISTINCT gone.url
    FROM gone
    INNER JOIN emptied ON gone.origin = emptied.origin
    INNER JOIN url_states AS now
        ON
            gone.path = SUBSTRING(
                now.url,
                LENGTH(SPLIT_PART(now.url, '/', 1)) + LENGTH(SPLIT_PART(now.url, '/', 3)) + 3
            )
            AND now.outcome IS NOT NULL
)

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
UNION ALL
SELECT
    gone.url,
    gone.sitemap_url,
    'confirmed' AS change,
    COALESCE(audits.unread, audits.previous_unread) AS unknown_reason
FROM gone
CROSS JOIN compared_audits AS audits
LEFT JOIN moved ON gone.url = moved.url
WHERE moved.url IS NULL

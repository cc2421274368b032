/*
One row per change, with what it is grouped by, as causes/grouped reads it: pages by host, of all
URLs that the audit knows of it, or by pattern, each language for itself, and files by file.
*/
WITH hosts AS (
    SELECT
        SPLIT_PART(url, '/', 3) AS host,
        COUNT(*) AS urls
    FROM url_states
    WHERE outcome IS NOT NULL
    GROUP BY SPLIT_PART(url, '/', 3)
)

SELECT
    changes.number,
    changes."check",
    changes.kind,
    changes.url,
    changes.sitemap_url,
    changes.related_url,
    fault.unit AS unit_of_check,
    FALSE AS is_unlisted,
    TRUE AS is_counted,
    FALSE AS has_rule,
    hosts.host,
    hosts.urls AS host_urls,
    CAST(NULL AS BIGINT) AS languages,
    CASE
        WHEN changes.url IS NOT NULL THEN 'pattern'
        WHEN changes.sitemap_url IS NOT NULL THEN 'sitemap'
        ELSE 'site'
    END AS cause_by,
    CASE
        WHEN changes.url IS NULL THEN COALESCE(changes.sitemap_url, 'the site')
    END AS cause
FROM changes
LEFT JOIN change_states AS states ON changes."check" = states."check"
LEFT JOIN check_runs AS fault ON states.state IS NOT NULL AND changes.kind = fault."check"
LEFT JOIN hosts ON SPLIT_PART(changes.url, '/', 3) = hosts.host

/*
---
row: url
rests_on: others
---
One row per URL of imported search data that Google has indexed, or that has clicks, and that is to
be listed, on a host with listed URLs. Of URLs that no sitemap lists are left out: those that need
no entry (exempt_urls), files that are no HTML pages by their name, AMP and mobile alternates,
feeds, URLs with parameters whose page is listed without them, and URLs that are not indexable by
the audit.

Left out too are URLs that the audit did not fetch and that imported access logs have without a 2xx.

`is_listed`: a sitemap lists it. `sitemap_url`: the first sitemap that lists URLs of its directory,
else of its host. `is_indexable`: by the audit; NULL if not checked. `is_confirmed`: the
audit found it indexable, or its latest state by Google is indexed; clicks and impressions are of a
period, and the page may be gone since. `addition`, `change_url`, `action`, `place`, `to`: the entry
to add, if it is indexable. Other columns: as in search_urls. `unknown_reason`:
sitemaps-not-read, if an unlisted URL may be listed after all; or why an unlisted URL that is not
confirmed was not checked.
*/
WITH of_hosts AS (
    SELECT DISTINCT
        host,
        host_sitemap_url
    FROM listed_directories
),

alternates AS (
    SELECT DISTINCT form_key
    FROM page_forms
    WHERE form_key IS NOT NULL
),

places AS (
    SELECT
        url_key,
        REGEXP_REPLACE(LOWER(SPLIT_PART(url, '?', 1)), '^https?://(www[.])?|/$', '', 'g') AS place
    FROM listed
    WHERE EXISTS (SELECT 1 FROM imported_files)
),

failed AS (
    SELECT url_key
    FROM log_hits
    GROUP BY url_key
    HAVING COUNT(CASE WHEN status BETWEEN 200 AND 299 OR status = 304 THEN 1 END) = 0
),

without_parameters AS (
    SELECT place
    FROM places
    GROUP BY place
)

SELECT
    search.url,
    search.url_key,
    SPLIT_PART(search.url, '/', 3) AS host,
    listed.url_key IS NOT NULL AS is_listed,
    COALESCE(of_directories.sitemap_url, of_hosts.host_sitemap_url) AS sitemap_url,
    COALESCE(search.is_indexed, FALSE) AS is_indexed,
    search.state,
    search.state_source,
    COALESCE(search.clicks, 0) AS clicks,
    search.clicks_source,
    search.impressions,
    page.is_indexable,
    CASE
        WHEN page.is_indexable
            THEN CONCAT('Add <url><loc>', REPLACE(search.url, '&', '&amp;'), '</loc></url>')
    END AS addition,
    CASE
        WHEN page.is_indexable THEN COALESCE(of_directories.sitemap_url, of_hosts.host_sitemap_url)
    END AS change_url,
    CASE WHEN page.is_indexable THEN 'add' END AS action,
    CASE WHEN page.is_indexable THEN 'loc' END AS place,
    CASE WHEN page.is_indexable THEN search.url END AS "to",
    COALESCE(page.is_indexable, FALSE)
    OR COALESCE(search.engine = 'google' AND search.is_indexed, FALSE) AS is_confirmed,
    CASE
        WHEN listed.url_key IS NULL AND EXISTS (SELECT 1 FROM unread_sitemaps)
            THEN 'sitemaps-not-read'
        WHEN
            listed.url_key IS NULL
            AND page.is_indexable IS NULL
            AND NOT (COALESCE(search.engine, '') = 'google' AND search.is_indexed)
            THEN COALESCE(page.unknown_reason, 'not-fetched')
    END AS unknown_reason
FROM search_urls AS search
INNER JOIN of_hosts ON SPLIT_PART(search.url, '/', 3) = of_hosts.host
LEFT JOIN listed ON search.url_key = listed.url_key
LEFT JOIN exempt_urls AS exempt ON search.url_key = exempt.url_key
LEFT JOIN alternates ON search.url_key = alternates.form_key
LEFT JOIN indexability AS page ON search.url_key = page.url_key
LEFT JOIN failed ON search.url_key = failed.url_key
LEFT JOIN listed_directories AS of_directories
    ON
        REGEXP_EXTRACT(search.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
        = of_directories.directory
LEFT JOIN without_parameters
    ON
        CASE
            WHEN search.url LIKE '%?%'
                THEN
                    REGEXP_REPLACE(
                        LOWER(SPLIT_PART(search.url, '?', 1)), '^https?://(www[.])?|/$', '', 'g'
                    )
        END = without_parameters.place
WHERE
    (search.is_indexed OR search.clicks > 0)
    AND (
        listed.url_key IS NOT NULL
        OR (
            exempt.url_key IS NULL
            AND alternates.form_key IS NULL
            AND without_parameters.place IS NULL
            AND COALESCE(page.is_indexable, failed.url_key IS NULL)
            AND COALESCE(page.is_html, TRUE)
            AND NOT REGEXP_MATCHES(
                LOWER(search.url),
                '^[^?]*[.](pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|txt|csv|xml|json|rss|atom|ics|js|css'
                || '|jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|ogg|mov|avi|wav'
                || '|zip|gz|rar|7z|dmg|exe|apk|epub)(\?|$)'
                || '|^https?://[^/]+/([^?]*/)?(amp|feed|rss)(/|\?|$)'
                || '|^[^?]*[.]amp([.]html?)?(\?|$)'
                || '|[?&]amp(=|&|$)'
            )
        )
    )

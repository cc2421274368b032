/*
Up to 20 rows per family of sitemaps and origin most of whose listed pages are missing: such a page.
The largest families come first. The selection depends on stored rows only, so that a resumed audit
repeats it.
*/
WITH families AS (
    SELECT
        family,
        origin,
        SUM(missing) AS missing
    FROM not_found_files
    GROUP BY family, origin
    ORDER BY missing DESC, family ASC, origin ASC
    LIMIT $groups
),

missing AS (
    SELECT
        families.family,
        families.origin,
        families.missing,
        files.sitemap_url,
        entries.url,
        entries.url_key
    FROM families
    INNER JOIN not_found_files AS files
        ON families.family = files.family AND families.origin = files.origin
    INNER JOIN entries
        ON
            files.sitemap_id = entries.sitemap_id
            AND STARTS_WITH(entries.url, families.origin || '/')
    INNER JOIN pages ON entries.url_key = pages.url_key
    WHERE
        entries.kind = 'url'
        AND LENGTH(entries.url) > LENGTH(families.origin) + 1
        AND (pages.status IS NULL OR pages.status IN (404, 410))
)

SELECT
    family,
    origin,
    sitemap_url,
    url
FROM missing
QUALIFY ROW_NUMBER() OVER (PARTITION BY family, origin ORDER BY url_key, sitemap_url) <= 20
ORDER BY missing DESC, family ASC, origin ASC, url_key ASC, sitemap_url ASC

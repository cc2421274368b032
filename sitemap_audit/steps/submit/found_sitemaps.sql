/*
One row per sitemap that no index contains, and that is no list of URLs that the user gave.

`is_declared`: a robots.txt lists it; NULL if that of its origin could not be read. `is_usable`: it
was read to its end, and lists something. `changed_at`: when it changed last, as far as the site
says it: the latest lastmod in it until it was fetched.
*/
WITH changes AS (
    SELECT
        entries.sitemap_id,
        MAX(entries.lastmod_at) AS changed_at
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    WHERE entries.lastmod_at <= sitemaps.fetched_at
    GROUP BY entries.sitemap_id
),

found AS (
    SELECT
        sitemap_states.id,
        sitemap_states.url,
        sitemap_states.url_key,
        CONCAT(
            SPLIT_PART(sitemap_states.url, '/', 1), '//', SPLIT_PART(sitemap_states.url, '/', 3)
        ) AS origin,
        sitemaps.complete AND sitemaps.entries + sitemaps.children > 0 AS is_usable,
        sitemaps.content_hash,
        sitemaps.last_modified,
        sitemaps.fetched_at
    FROM sitemap_states
    INNER JOIN sitemaps ON sitemap_states.id = sitemaps.id
    WHERE
        sitemap_states.state = 'ok'
        AND sitemap_states.kind IN ('urlset', 'sitemapindex', 'text')
        AND sitemaps.depth = 0
        AND NOT (sitemap_states.kind = 'text' AND sitemap_states.found_by = 'given')
        AND sitemap_states.url_key NOT IN (
            SELECT entries.url_key FROM entries
            WHERE entries.kind = 'sitemap' AND entries.url_key IS NOT NULL
        )
)

SELECT
    found.url,
    found.url_key,
    found.origin,
    CASE
        WHEN
            found.url_key IN (
                SELECT named_sitemaps.sitemap_key FROM named_sitemaps
                WHERE named_sitemaps.sitemap_key IS NOT NULL
            )
            THEN TRUE
        WHEN (robots.status = 200 AND NOT robots.is_html) OR robots.status IN (404, 410) THEN FALSE
    END AS is_declared,
    found.is_usable,
    found.content_hash,
    changes.changed_at,
    found.last_modified,
    found.fetched_at
FROM found
LEFT JOIN changes ON found.id = changes.sitemap_id
LEFT JOIN robots ON found.origin = robots.origin

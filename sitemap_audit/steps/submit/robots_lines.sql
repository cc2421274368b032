/*
Sitemaps that their origin's robots.txt, which could be read, does not list, with the origin: those
that no index lists, and no list of URLs that the user gave.
*/
WITH found AS (
    SELECT
        sitemap_states.url,
        CONCAT(
            SPLIT_PART(sitemap_states.url, '/', 1), '//', SPLIT_PART(sitemap_states.url, '/', 3)
        ) AS origin
    FROM sitemap_states
    INNER JOIN sitemaps ON sitemap_states.id = sitemaps.id
    WHERE
        sitemap_states.state = 'ok'
        AND sitemap_states.kind IN ('urlset', 'sitemapindex', 'text')
        AND sitemaps.depth = 0
        AND NOT (sitemap_states.kind = 'text' AND sitemap_states.found_by = 'given')
        AND sitemap_states.url_key NOT IN (
            SELECT named_sitemaps.sitemap_key FROM named_sitemaps
            WHERE named_sitemaps.sitemap_key IS NOT NULL
        )
        AND sitemap_states.url_key NOT IN (
            SELECT entries.url_key FROM entries
            WHERE entries.kind = 'sitemap' AND entries.url_key IS NOT NULL
        )
)

SELECT
    found.origin,
    found.url
FROM found
INNER JOIN robots ON found.origin = robots.origin
WHERE (robots.status = 200 AND NOT robots.is_html) OR robots.status IN (404, 410)
ORDER BY found.url

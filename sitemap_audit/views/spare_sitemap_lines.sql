/*
One row per `Sitemap:` line of a robots.txt that also lists a sitemap with entries, so that a line
without a sitemap can be removed. `value`: the URL as written; a URL that is on two lines is left
out.
*/
WITH useful AS (
    SELECT DISTINCT robots_lines.origin
    FROM robots_lines
    INNER JOIN sitemaps ON robots_lines.url_key = sitemaps.url_key
    WHERE
        robots_lines.field = 'sitemap'
        AND sitemaps.status = 200
        AND sitemaps.entries + sitemaps.children > 0
)

SELECT
    CONCAT(robots_lines.origin, '/robots.txt') AS robots_url,
    robots_lines.url,
    MIN(robots_lines.value) AS value
FROM robots_lines
INNER JOIN useful ON robots_lines.origin = useful.origin
WHERE
    robots_lines.field = 'sitemap'
    AND robots_lines.url IS NOT NULL
    AND COALESCE(robots_lines.problem, '') <> 'lost'
GROUP BY robots_lines.origin, robots_lines.url
HAVING COUNT(*) = 1

/*
---
row: file
rests_on: named
---
One row per sitemap and place where the URL is written that leads to it: its own URL in a `Sitemap:`
line that can be removed (the robots.txt also lists a sitemap with entries, and the URL is on one
line), or a URL that redirects to it, wherever that is written.

`found_in`: as in sitemaps. `source_url`: the redirecting URL, else the robots.txt. `fix`: how to
remove or replace it if this is no sitemap. `change_url`, `place`, `value`: what to remove, as
written; NULL if it cannot be removed.
*/
WITH useful AS (
    SELECT DISTINCT robots_lines.origin
    FROM robots_lines
    INNER JOIN sitemaps ON robots_lines.url_key = sitemaps.url_key
    WHERE
        robots_lines.field = 'sitemap'
        AND sitemaps.status = 200
        AND sitemaps.entries + sitemaps.children > 0
),

spare AS (
    SELECT
        robots_lines.url,
        CONCAT(robots_lines.origin, '/robots.txt') AS robots_url,
        MIN(robots_lines.value) AS value
    FROM robots_lines
    INNER JOIN useful ON robots_lines.origin = useful.origin
    WHERE
        robots_lines.field = 'sitemap'
        AND robots_lines.url IS NOT NULL
        AND COALESCE(robots_lines.problem, '') <> 'lost'
    GROUP BY robots_lines.origin, robots_lines.url
    HAVING COUNT(*) = 1
),

in_indexes AS (
    SELECT
        sitemap_url,
        url_key,
        MIN(loc) AS loc
    FROM entries
    WHERE kind = 'sitemap'
    GROUP BY sitemap_url, url_key
)

SELECT
    url,
    robots_url AS found_in,
    robots_url AS source_url,
    'Remove the Sitemap line from robots.txt' AS fix,
    robots_url AS change_url,
    'sitemap' AS place,
    value
FROM spare
UNION ALL
SELECT
    chains.final_url AS url,
    sitemaps.found_in,
    chains.url AS source_url,
    CASE
        WHEN spare.url IS NOT NULL
            THEN
                CONCAT(
                    'Remove the Sitemap line ', chains.url,
                    ' from robots.txt, or return the sitemap there'
                )
        WHEN in_indexes.loc IS NOT NULL
            THEN
                CONCAT(
                    'Remove ', chains.url,
                    ' from the sitemap index, or return the sitemap there'
                )
        ELSE CONCAT('Return the sitemap at ', chains.url, ', without a redirect')
    END AS fix,
    COALESCE(spare.robots_url, in_indexes.sitemap_url) AS change_url,
    CASE WHEN in_indexes.loc IS NULL THEN 'sitemap' ELSE 'loc' END AS place,
    COALESCE(spare.value, in_indexes.loc) AS value
FROM sitemap_chains AS chains
INNER JOIN sitemaps ON chains.final_url = sitemaps.url AND sitemaps.found_by = 'redirect'
LEFT JOIN spare ON chains.url = spare.url AND chains.found_in = spare.robots_url
LEFT JOIN in_indexes
    ON chains.url_key = in_indexes.url_key AND chains.found_in = in_indexes.sitemap_url
WHERE chains.outcome = 'ok' AND chains.found_by <> 'guess'

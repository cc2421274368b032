/*
One row per page whose hreflang annotations are judged: each listed URL, and each page that is not
listed and at which listed URLs of its site end by redirects. `sitemap_url` and `line`: the first
place that lists it, or a URL that redirects to it. `via` names that URL in words; empty where the
page itself is listed.
*/
WITH ends AS (
    SELECT
        chain.final_url AS url,
        chain.final_key AS url_key,
        first.url AS listed_url,
        first.sitemap_url,
        first.line,
        ROW_NUMBER() OVER (
            PARTITION BY chain.final_key ORDER BY first.sitemap_url, first.position, first.url
        ) AS place
    FROM redirect_chains AS chain
    INNER JOIN listed AS first ON chain.url_key = first.url_key
    LEFT JOIN listed AS own ON chain.final_key = own.url_key
    WHERE
        chain.outcome = 'ok'
        AND chain.first_site = chain.final_site
        AND own.url_key IS NULL
)

SELECT
    url,
    url_key,
    sitemap_url,
    line,
    '' AS via
FROM listed
UNION ALL
SELECT
    url,
    url_key,
    sitemap_url,
    line,
    CONCAT(' (listed as ', listed_url, ', which redirects here)') AS via
FROM ends
WHERE place = 1

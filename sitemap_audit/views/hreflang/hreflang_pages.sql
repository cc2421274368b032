/*
---
row: url
rests_on: named
---
One row per page whose hreflang annotations are checked: each listed URL, and each unlisted page of
the site that listed URLs redirect to. `sitemap_url` and `line`: the first entry that lists it, or
lists a URL that redirects to it. `via`: that URL in words; empty if the page itself is listed.
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

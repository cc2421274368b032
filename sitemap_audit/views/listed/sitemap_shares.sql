/*
---
row: sum
rests_on: others
---
One row per sitemap that lists pages: how many of its distinct URLs were checked, and how many of
those are not indexable under the listed URL. `faulty`: those of them whose URL is not
escaped twice (then another URL was meant); `example`: one of these. `gone`: those that return 404 or 410. `unknown`: those that were not
checked, whatever the reason. `correction`: as in sitemap_bases, if most do not exist. A list of URLs
is no sitemap.
*/
WITH places AS (
    SELECT DISTINCT
        sitemap_id,
        sitemap_url,
        url_key
    FROM entries
    WHERE
        kind = 'url' AND url_key IS NOT NULL
        AND NOT EXISTS (
            SELECT 1 FROM url_lists
            WHERE url_lists.id = entries.sitemap_id
        )
),

misspelled AS (
    SELECT DISTINCT entries.url_key
    FROM entries
    INNER JOIN escaped_twice ON entries.loc = escaped_twice.written
    UNION
    SELECT DISTINCT entries.url_key
    FROM entries
    INNER JOIN escaped_twice ON entries.url = escaped_twice.written
),

corrections AS (
    SELECT
        sitemap_url,
        MIN(correction) AS correction
    FROM sitemap_bases
    GROUP BY sitemap_url
)

SELECT
    places.sitemap_id,
    places.sitemap_url,
    COUNT(*) AS urls,
    COUNT(page.is_indexable) AS judged,
    COUNT(*) - COUNT(page.is_indexable) AS "unknown",
    COUNT(*) FILTER (WHERE NOT page.is_indexable) AS not_indexable,
    COUNT(*) FILTER (WHERE NOT page.is_indexable AND misspelled.url_key IS NULL) AS faulty,
    COUNT(*) FILTER (WHERE page.status IN (404, 410)) AS gone,
    corrections.correction,
    MIN(CASE WHEN NOT page.is_indexable AND misspelled.url_key IS NULL THEN page.url END) AS example
FROM places
LEFT JOIN misspelled ON places.url_key = misspelled.url_key
LEFT JOIN indexability AS page ON places.url_key = page.url_key
LEFT JOIN corrections ON places.sitemap_url = corrections.sitemap_url
GROUP BY places.sitemap_id, places.sitemap_url, corrections.correction

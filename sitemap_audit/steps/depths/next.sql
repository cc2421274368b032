/*
One row per URL that a link leads to from those of a depth, and that was not reached yet.
*/
WITH reached AS (
    SELECT
        url_key,
        depth
    FROM link_depths
    WHERE depth = $depth
),

linked AS (
    SELECT
        outlinks.target_key AS url_key,
        MIN(reached.depth) + 1 AS depth,
        MIN(pages.url_key) AS referrer_key
    FROM reached
    INNER JOIN pages ON reached.url_key = pages.url_key
    INNER JOIN outlinks ON pages.id = outlinks.page_id
    GROUP BY outlinks.target_key
)

SELECT
    linked.url_key,
    linked.depth,
    linked.referrer_key
FROM linked
LEFT JOIN link_depths AS known ON linked.url_key = known.url_key
WHERE known.url_key IS NULL

/*
---
row: url
rests_on: named
---
One row per readable URL that has hreflang annotations or is the target of one: its text, stored
once, because the tables that join millions of annotations have keys only. `near_key`: NULL if it is
no target.
*/
WITH ends AS (
    SELECT
        url_key,
        url,
        NULL AS near_key
    FROM entry_alternates
    WHERE url_key IS NOT NULL
    UNION ALL
    SELECT
        alternate_key AS url_key,
        alternate AS url,
        alternate_near_key AS near_key
    FROM entry_alternates
    WHERE alternate_key IS NOT NULL
    UNION ALL
    SELECT
        url_key,
        url,
        NULL AS near_key
    FROM page_alternates
    UNION ALL
    SELECT
        alternate_key AS url_key,
        alternate AS url,
        alternate_near_key AS near_key
    FROM page_alternates
    WHERE alternate_key IS NOT NULL
)

SELECT
    url_key,
    ANY_VALUE(url) AS url,
    MAX(near_key) AS near_key
FROM ends
GROUP BY url_key

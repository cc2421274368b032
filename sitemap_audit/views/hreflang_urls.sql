/*
One row per readable URL that has a hreflang annotation or is named by one: its text, once, since
the tables that join millions of annotations carry keys. `near_key`: NULL where nothing names it.
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

/*
One row per listed URL, with its pattern (patterns.py), if Google has told the state of a URL; and
per other URL of which it has.
*/
WITH told AS (
    SELECT engine
    FROM search_urls
    WHERE engine = 'google' AND state IS NOT NULL
    GROUP BY engine
),

urls AS (
    SELECT
        listed.url,
        listed.url_key
    FROM listed
    CROSS JOIN told
    UNION
    SELECT
        url,
        url_key
    FROM search_urls
    WHERE engine = 'google' AND state IS NOT NULL
),

known AS (
    SELECT
        url_key,
        MIN(url) AS url
    FROM urls
    GROUP BY url_key
)

SELECT
    url_key,
    url,
    PATTERN_OF(url) AS pattern
FROM known

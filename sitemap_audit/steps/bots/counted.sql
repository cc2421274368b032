/*
One row per rule that applies to URLs of an origin, and one for none: the URLs, and one of them.
RFC 9309, 2.2.2: robots.txt itself is allowed.
*/
WITH matched AS (
    SELECT
        url,
        CASE WHEN path <> CONCAT('/robots.txt', CHR(3)) THEN number END AS number
    FROM bot_matches
)

SELECT
    number,
    COUNT(*) AS urls,
    MIN(url) AS example
FROM matched
GROUP BY number
ORDER BY number NULLS LAST

/*
One row per URL and URL that it annotates then, if one of them has changed: it shall be returned.
*/
WITH moved AS (
    SELECT
        final_url AS url,
        "check"
    FROM fix_kept
    WHERE kind = 'url' AND ("action" = 'remove' OR final_url IS DISTINCT FROM url)
    UNION ALL
    SELECT
        alternate,
        "check"
    FROM fix_changed_links
    WHERE alternate IN (SELECT gone."to" FROM fix_gone AS gone)
),

reasons AS (
    SELECT
        url,
        MIN("check") AS "check"
    FROM moved
    GROUP BY url
)

SELECT DISTINCT
    link.url,
    link.alternate,
    COALESCE(own."check", other."check") AS "check"
FROM fix_after AS link
LEFT JOIN reasons AS own ON link.url = own.url
LEFT JOIN reasons AS other ON link.alternate = other.url
WHERE
    link.code <> 'x-default'
    AND link.url <> link.alternate
    AND COALESCE(own.url, other.url) IS NOT NULL

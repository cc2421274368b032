/*
One row per finding and annotation that goes or changes by it. Of a pair, the annotation may stand
in the entry of either URL.
*/
WITH owners AS (
    SELECT
        *,
        url AS owner
    FROM fix_told
    WHERE why_not IS NULL AND place LIKE 'hreflang%'
    UNION ALL
    SELECT
        *,
        related_url AS owner
    FROM fix_told
    WHERE why_not IS NULL AND place LIKE 'hreflang%' AND of_pair
)

SELECT
    told.finding_id,
    told."check",
    told."action",
    told.place,
    told."to",
    link.sitemap_id,
    link.position,
    link.number,
    CONCAT(link.hreflang, ' ', link.href) AS "old"
FROM owners AS told
INNER JOIN entry_alternates AS link
    ON told.change_url = link.sitemap_url AND told.owner = link.url
WHERE
    CASE told.place
        WHEN 'hreflang-url' THEN TRIM(link.href) = TRIM(told."from")
        WHEN 'hreflang-code' THEN link.hreflang = told."from"
        WHEN 'hreflang'
            THEN told."from" IN (
                CONCAT(link.hreflang, ' ', link.href), CONCAT(link.code, ' ', link.alternate)
            )
    END

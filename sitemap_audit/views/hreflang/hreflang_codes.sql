/*
---
row: code
rests_on: named
---
One row per code of an effective hreflang annotation, with its language as in hreflang_links.
`number`: in order of language, then code; NULL for x-default. Tables of a hundred million pairs use
the number to find the first and last of several codes, because it takes a third of the memory of
text.
*/
WITH codes AS (
    SELECT DISTINCT
        code,
        language
    FROM hreflang_links
),

sizes AS (
    SELECT
        language,
        COUNT(*) AS codes
    FROM codes
    WHERE language IS NOT NULL
    GROUP BY language
),

earlier AS (
    SELECT
        sizes.language,
        COALESCE(SUM(other.codes), 0) AS codes
    FROM sizes
    LEFT JOIN sizes AS other ON sizes.language > other.language
    GROUP BY sizes.language
)

SELECT
    codes.code,
    codes.language,
    CAST(
        earlier.codes
        + ROW_NUMBER() OVER (PARTITION BY codes.language ORDER BY codes.code) AS INTEGER
    ) AS number
FROM codes
LEFT JOIN earlier ON codes.language = earlier.language

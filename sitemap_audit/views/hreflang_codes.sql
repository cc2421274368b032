/*
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
)

SELECT
    code,
    language,
    CASE
        WHEN code <> 'x-default' THEN CAST(ROW_NUMBER() OVER (ORDER BY language, code) AS INTEGER)
    END AS number
FROM codes

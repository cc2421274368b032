/*
One row per code of a hreflang annotation in effect, with its language as in hreflang_links.
`number`: by language, then by code; NULL for x-default. A table of a hundred million pairs finds
the first and the last of several codes by it, since a number takes a third of a text's memory, and
with the code the language: the first code is of the first language.
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

/*
One row per code of a hreflang annotation in effect, with its language as in hreflang_links.
`number` and `language_number` are in the order of the alphabet: a table of a hundred million pairs
finds the first and the last of several by them, since a number takes a third of a text's memory.
x-default has neither a number nor a language.
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
    CASE WHEN code <> 'x-default' THEN CAST(DENSE_RANK() OVER (ORDER BY code) AS INTEGER) END
        AS number,
    CASE WHEN code <> 'x-default' THEN CAST(DENSE_RANK() OVER (ORDER BY language) AS INTEGER) END
        AS language_number
FROM codes

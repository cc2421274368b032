/*
---
row: pair
rests_on: named
---
One row per pair of hreflang_faulty_pairs whose alternate has no hreflang annotations at all.
`place`: 1 is the pair of the first page, in URL order, that annotates the alternate. `form`: how that
page's annotations are written, as in hreflang_sets. `place_url`: the page or sitemap where those of
the alternate are to be written, NULL if not known. `is_other_language`: a page that annotates it is in
another language.
*/
WITH bare AS (
    SELECT
        pair.url,
        pair.url_key,
        pair.alternate,
        pair.alternate_key,
        pair.code,
        own.self_code,
        own.form,
        own.place_url = own.url AS is_on_page,
        CASE
            WHEN own.place_url = own.url THEN pair.alternate
            WHEN said.language = SPLIT_PART(LOWER(pair.code), '-', 1) THEN listed.sitemap_url
        END AS place_url,
        COALESCE(own.self_language <> codes.language, FALSE) AS is_other_language
    FROM hreflang_faulty_pairs AS pair
    INNER JOIN hreflang_sets AS own ON pair.url_key = own.url_key
    INNER JOIN hreflang_codes AS codes ON pair.code = codes.code
    LEFT JOIN listed ON pair.alternate_key = listed.url_key
    LEFT JOIN page_languages AS said ON pair.alternate_key = said.url_key
    WHERE
        pair.target_fault IS NULL
        AND pair.code <> 'x-default'
        AND NOT pair.target_annotated
)

SELECT
    url,
    url_key,
    alternate,
    alternate_key,
    code,
    self_code,
    form,
    is_on_page,
    place_url,
    BOOL_OR(is_other_language) OVER (PARTITION BY alternate_key) AS is_other_language,
    ROW_NUMBER() OVER (PARTITION BY alternate_key ORDER BY url) AS place
FROM bare

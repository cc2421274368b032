/*
One row per distinct pair of a page and another URL that it annotates with hreflang, as in
hreflang_pairs, as every report tells it.

`state`: page not indexable | target error | not checked | valid | return link missing; x-default
needs no return link. `why`: the fault of the target, or why it was not checked.

row: pair
*/
SELECT
    url_key,
    alternate_key,
    code,
    CASE
        WHEN source_fault IS NOT NULL THEN 'page not indexable'
        WHEN target_fault IS NOT NULL THEN 'target error'
        WHEN has_return IS NULL THEN 'not checked'
        WHEN has_return OR code = 'x-default' THEN 'valid'
        ELSE 'return link missing'
    END AS state,
    COALESCE(target_fault, unknown_reason) AS why,
    in_sitemap,
    on_page
FROM hreflang_pairs

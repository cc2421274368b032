/*
---
row: pair
rests_on: named
---
One row per distinct pair of a page and another URL that it annotates with hreflang, as in
hreflang_pairs, as every report tells it.

`state`: page not indexable | target error | not checked | valid | not returned; x-default needs no
return link. `why`: the fault of the target, or why it was not checked; of what is not returned,
that the target has no annotations or that the return link has no effect: checks of their own.
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
        ELSE 'not returned'
    END AS state,
    CASE
        WHEN target_fault IS NOT NULL THEN target_fault
        WHEN has_return IS NULL THEN unknown_reason
        WHEN has_return OR code = 'x-default' THEN NULL
        WHEN NOT target_annotated THEN 'target-without-hreflang'
        WHEN return_void THEN 'return-link-without-effect'
    END AS why,
    in_sitemap,
    on_page
FROM hreflang_pairs

/*
---
row: pair
rests_on: named
unread: annotations
---
One row per distinct pair of a page of hreflang_pages and another URL that it annotates, by their
keys. hreflang_urls has the texts, hreflang_ends the states of both.

`code`: the first code in order of language that the page gives the URL; x-default only if there is
no other. `is_default`: x-default is one of the codes. `source_fault`, `target_fault`: as in
indexability; only this fault of the pair is reported. `has_return`: the target annotates the page
in one of the three sources; NULL if not checked, with `unknown_reason`. `return_code`: the code of
the return link. `return_void`: the target annotates the page, or may do so, without effect.
`target_read`: the state of the target is known, and its HTML if it has any. `code_agrees`: one of
the codes is one of the target's self-referencing annotation; NULL if it has none.
`target_annotated`: the target has annotations. `in_sitemap`, `on_page`: where the page annotates
the target; `return_in_sitemap`, `return_on_page`: where the target annotates the page.
*/
WITH directed AS (
    SELECT
        low_key AS url_key,
        high_key AS alternate_key,
        forth_first AS first_number,
        forth_last AS last_number,
        forth_is_default AS is_default,
        forth_agrees AS agrees,
        forth_in_sitemap AS in_sitemap,
        forth_on_page AS on_page,
        back_in_sitemap OR back_on_page AS is_returned,
        back_first AS return_number,
        back_in_sitemap AS return_in_sitemap,
        back_on_page AS return_on_page
    FROM hreflang_couples
    WHERE forth_judged
    UNION ALL
    SELECT
        high_key AS url_key,
        low_key AS alternate_key,
        back_first AS first_number,
        back_last AS last_number,
        back_is_default AS is_default,
        back_agrees AS agrees,
        back_in_sitemap AS in_sitemap,
        back_on_page AS on_page,
        forth_in_sitemap OR forth_on_page AS is_returned,
        forth_first AS return_number,
        forth_in_sitemap AS return_in_sitemap,
        forth_on_page AS return_on_page
    FROM hreflang_couples
    WHERE back_judged
),

void AS (
    SELECT DISTINCT
        url_key,
        alternate_key
    FROM hreflang_void_links
    WHERE alternate_key IS NOT NULL
),

facts AS (
    SELECT
        pair.url_key,
        pair.alternate_key,
        COALESCE(first_code.code, 'x-default') AS code,
        last_code.code AS last_code,
        first_code.language AS first_language,
        last_code.language AS last_language,
        pair.is_default,
        pair.in_sitemap,
        pair.on_page,
        source.fault AS source_fault,
        target.fault AS target_fault,
        target.state AS target_state,
        COALESCE(target.state NOT IN ('ok', 'unknown') OR target.annotations_known, FALSE)
            AS target_read,
        target.status AS target_status,
        target.error AS target_error,
        target.robots AS target_robots,
        target.annotated AS target_annotated,
        target.self_code AS target_code,
        CASE WHEN target.self_code IS NOT NULL THEN pair.agrees END AS code_agrees,
        pair.is_returned,
        CASE WHEN pair.is_returned THEN COALESCE(return_code.code, 'x-default') END AS return_code,
        pair.return_in_sitemap,
        pair.return_on_page,
        target.has_unreadable OR void.url_key IS NOT NULL AS return_void,
        CASE
            WHEN pair.is_returned THEN NULL
            WHEN NOT source.fetched OR NOT target.fetched THEN 'not-fetched'
            WHEN source.state = 'unknown' THEN source.unknown_reason
            WHEN target.state = 'unknown' THEN target.unknown_reason
            WHEN target.state <> 'ok' THEN target.state
            WHEN NOT target.annotations_known THEN COALESCE(target.unknown_reason, 'not-read')
            WHEN NOT target.entry_known AND NOT target.annotated THEN 'sitemap-not-read'
        END AS unknown_reason
    FROM directed AS pair
    INNER JOIN hreflang_ends AS source_end ON pair.url_key = source_end.url_key
    INNER JOIN hreflang_kinds AS source ON source_end.kind = source.kind
    INNER JOIN hreflang_ends AS target_end ON pair.alternate_key = target_end.url_key
    INNER JOIN hreflang_kinds AS target ON target_end.kind = target.kind
    LEFT JOIN void
        ON pair.alternate_key = void.url_key AND pair.url_key = void.alternate_key
    LEFT JOIN hreflang_codes AS first_code ON pair.first_number = first_code.number
    LEFT JOIN hreflang_codes AS last_code ON pair.last_number = last_code.number
    LEFT JOIN hreflang_codes AS return_code ON pair.return_number = return_code.number
)

SELECT
    url_key,
    alternate_key,
    code,
    last_code,
    first_language,
    last_language,
    is_default,
    in_sitemap,
    on_page,
    source_fault,
    target_fault,
    target_state,
    target_read,
    target_status,
    target_error,
    target_robots,
    target_annotated,
    target_code,
    code_agrees,
    CASE WHEN unknown_reason IS NULL THEN is_returned END AS has_return,
    return_code,
    return_in_sitemap,
    return_on_page,
    return_void,
    unknown_reason
FROM facts

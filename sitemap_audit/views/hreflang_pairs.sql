/*
One row per distinct pair of a listed URL and another URL that its hreflang annotations name.

`code`: the first code, but x-default, that the page gives it; x-default where that is all.
`source_fault`, `target_fault`: as in indexability; such a pair is judged on that fault alone.
`return_code`: likewise, of the link back. `has_return`: the target names the page in one of the
three sources; NULL is unknown, with `unknown_reason`. `return_void`: the target does, or may, but without effect.
`code_agrees`: one of the codes is one that the target gives itself; NULL where it gives none.
`target_annotated`: the target has annotations at all.
*/
WITH self_codes AS (
    SELECT DISTINCT
        url_key,
        code
    FROM hreflang_links
    WHERE url_key = alternate_key AND code <> 'x-default'
),

named AS (
    SELECT
        link.url_key,
        link.alternate_key,
        COALESCE(MIN(CASE WHEN link.code <> 'x-default' THEN link.code END), 'x-default') AS code,
        MAX(CASE WHEN link.code <> 'x-default' THEN link.code END) AS last_code,
        MIN(link.language) AS first_language,
        MAX(link.language) AS last_language,
        BOOL_OR(self_codes.code IS NOT NULL) AS code_agrees,
        BOOL_OR(link.listed) AS listed
    FROM hreflang_links AS link
    LEFT JOIN self_codes
        ON link.alternate_key = self_codes.url_key AND link.code = self_codes.code
    WHERE link.url_key <> link.alternate_key
    GROUP BY link.url_key, link.alternate_key
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
        source.url,
        pairs.url_key,
        target.url AS alternate,
        pairs.alternate_key,
        pairs.code,
        pairs.last_code,
        pairs.first_language,
        pairs.last_language,
        source.fault AS source_fault,
        source.state AS source_state,
        target.fault AS target_fault,
        target.state AS target_state,
        target.status AS target_status,
        target.error AS target_error,
        target.robots AS target_robots,
        target.redirect AS target_redirect,
        target.canonical AS target_canonical,
        target.annotated AS target_annotated,
        target.self_code AS target_code,
        CASE WHEN target.self_code IS NOT NULL THEN pairs.code_agrees END AS code_agrees,
        backward.code AS return_code,
        target.has_unreadable OR void.url_key IS NOT NULL AS return_void,
        CASE
            WHEN backward.url_key IS NOT NULL THEN NULL
            WHEN NOT source.fetched OR NOT target.fetched THEN 'not-fetched'
            WHEN source.state = 'unknown' THEN source.unknown_reason
            WHEN target.state = 'unknown' THEN target.unknown_reason
            WHEN target.state <> 'ok' THEN target.state
            WHEN NOT target.annotations_known THEN 'not-read'
            WHEN NOT target.entry_known AND NOT target.annotated THEN 'sitemap-not-read'
        END AS unknown_reason
    FROM named AS pairs
    INNER JOIN hreflang_ends AS source ON pairs.url_key = source.url_key
    INNER JOIN hreflang_ends AS target ON pairs.alternate_key = target.url_key
    LEFT JOIN named AS backward
        ON pairs.alternate_key = backward.url_key AND pairs.url_key = backward.alternate_key
    LEFT JOIN void
        ON pairs.alternate_key = void.url_key AND pairs.url_key = void.alternate_key
    WHERE pairs.listed
)

SELECT
    url,
    url_key,
    alternate,
    alternate_key,
    code,
    last_code,
    first_language,
    last_language,
    source_fault,
    source_state,
    target_fault,
    target_state,
    target_status,
    target_error,
    target_robots,
    target_redirect,
    target_canonical,
    target_annotated,
    target_code,
    code_agrees,
    CASE WHEN unknown_reason IS NULL THEN return_code IS NOT NULL END AS has_return,
    return_code,
    return_void,
    unknown_reason
FROM facts

/*
---
row: url
rests_on: named
---
One row per URL that has hreflang annotations or is the target of one, with the state of its page
and its own annotations. `hreflang_pairs` joins it for both ends.

`fetched`: its page was requested. `state`, `fault` and `unknown_reason`: as in indexability.
`annotated`: it has annotations, effective or not; `self_code`, `has_unreadable`: as in
hreflang_sets. `kind`: the least key of the URLs whose values are all the same, except the URL and
the URLs that it redirects to.
*/
WITH facts AS (
    SELECT
        named.url_key,
        named.url,
        page.page_id IS NOT NULL AS fetched,
        page.fault,
        COALESCE(page.state, 'unknown') AS state,
        page.status,
        page.error,
        COALESCE(page.robots, 'unknown') AS robots,
        COALESCE(page.redirect_url, page.refresh_url) AS redirect,
        page.canonical,
        page.annotations_known,
        page.entry_known,
        page.unknown_reason,
        sets.url_key IS NOT NULL AS annotated,
        sets.self_code,
        COALESCE(sets.has_unreadable, FALSE) AS has_unreadable
    FROM hreflang_urls AS named
    LEFT JOIN indexability AS page ON named.url_key = page.url_key
    LEFT JOIN hreflang_sets AS sets ON named.url_key = sets.url_key
),

kinds AS (
    SELECT
        MIN(url_key) AS kind,
        fetched,
        fault,
        state,
        status,
        error,
        robots,
        annotations_known,
        entry_known,
        unknown_reason,
        annotated,
        self_code,
        has_unreadable
    FROM facts
    GROUP BY
        fetched,
        fault,
        state,
        status,
        error,
        robots,
        annotations_known,
        entry_known,
        unknown_reason,
        annotated,
        self_code,
        has_unreadable
)

SELECT
    facts.url_key,
    facts.url,
    facts.fetched,
    facts.fault,
    facts.state,
    facts.status,
    facts.error,
    facts.robots,
    facts.redirect,
    facts.canonical,
    facts.annotations_known,
    facts.entry_known,
    facts.unknown_reason,
    facts.annotated,
    facts.self_code,
    facts.has_unreadable,
    kinds.kind
FROM facts
INNER JOIN kinds
    ON
        facts.fetched = kinds.fetched
        AND facts.fault IS NOT DISTINCT FROM kinds.fault
        AND facts.state = kinds.state
        AND facts.status IS NOT DISTINCT FROM kinds.status
        AND facts.error IS NOT DISTINCT FROM kinds.error
        AND facts.robots = kinds.robots
        AND facts.annotations_known IS NOT DISTINCT FROM kinds.annotations_known
        AND facts.entry_known IS NOT DISTINCT FROM kinds.entry_known
        AND facts.unknown_reason IS NOT DISTINCT FROM kinds.unknown_reason
        AND facts.annotated = kinds.annotated
        AND facts.self_code IS NOT DISTINCT FROM kinds.self_code
        AND facts.has_unreadable = kinds.has_unreadable

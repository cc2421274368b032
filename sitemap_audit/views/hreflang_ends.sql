/*
One row per URL that has hreflang annotations or is the target of one, with the state of its page
and its own annotations. `hreflang_pairs` joins it for both ends.

`fetched`: its page was requested. `state`, `fault` and `unknown_reason`: as in indexability.
`annotated`: it has annotations, effective or not; `self_code`, `has_unreadable`: as in
hreflang_sets. `kind`: a 64-bit key of all its values except its URL and the URLs that it redirects
to.
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
)

SELECT
    url_key,
    url,
    fetched,
    fault,
    state,
    status,
    error,
    robots,
    redirect,
    canonical,
    annotations_known,
    entry_known,
    unknown_reason,
    annotated,
    self_code,
    has_unreadable,
    HASH(
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
    ) AS kind
FROM facts

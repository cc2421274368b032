/*
---
row: url
rests_on: named
---
One row per distinct listed URL, with the first entry that lists it and the state of its page.
`state` is unknown if the page was not fetched, and redirect if the listed spelling of the URL
redirects to another one; links to the page are compared with that one (indexability). `robots`: as
in listed_robots if no pages were requested. `stands`: it returned content that a search engine can
index, so its annotations are checked.
*/
SELECT
    listed.url,
    listed.url_key,
    listed.loc,
    listed.sitemap_url,
    listed.line,
    page.page_id,
    page.host,
    page.status,
    page.error,
    CASE
        WHEN page.respelled_by IS NOT NULL AND page.state <> 'unknown' THEN 'redirect'
        ELSE COALESCE(page.state, 'unknown')
    END AS state,
    COALESCE(page.robots, known.robots, 'unknown') AS robots,
    COALESCE(page.is_html, FALSE) AS is_html,
    COALESCE(page.parsed, FALSE) AS parsed,
    COALESCE(page.annotations_known, FALSE) AS annotations_known,
    COALESCE(page.entry_known, FALSE) AS entry_known,
    COALESCE(page.is_cached, FALSE) AS is_cached,
    page.lang,
    page.lang_problem,
    page.nofollow,
    page.is_indexable AND page.respelled_by IS NULL AS is_indexable,
    CASE
        WHEN page.respelled_by IS NOT NULL AND page.state <> 'unknown' AND NOT page.is_disallowed
            THEN 'redirect'
        ELSE page.fault
    END AS fault,
    COALESCE(page.state = 'ok' AND page.fault IS NULL AND page.respelled_by IS NULL, FALSE)
        AS stands,
    CASE
        WHEN page.page_id IS NULL THEN 'not-fetched'
        ELSE page.unknown_reason
    END AS unknown_reason
FROM listed
LEFT JOIN indexability AS page ON listed.url_key = page.url_key
LEFT JOIN listed_robots AS known ON listed.url_key = known.url_key

/*
One row per entry that lists a page, with what became of it: fetched | failed:<error> | disallowed
| not-asked:<error> (a private address, or a host that wants to be left alone)
| duplicate (another entry, by name and position an earlier one, lists the same URL) |
not-a-url:<problem> | not-asked (no page was wanted) | over-limit | interrupted. The counts add up to
the number of entries read.
*/
SELECT
    entries.sitemap_url,
    entries.position,
    entries.line,
    entries.loc,
    entries.url,
    CASE
        WHEN entries.url_key IS NULL
            THEN 'not-a-url:' || COALESCE(entries.loc_problem, 'empty')
        WHEN listed.url_key IS NULL THEN 'duplicate'
        WHEN page.page_id IS NULL AND NOT run.asks_pages THEN 'not-asked'
        WHEN page.page_id IS NULL AND run.limit_reached THEN 'over-limit'
        WHEN page.page_id IS NULL THEN 'interrupted'
        WHEN page.error = 'disallowed' THEN 'disallowed'
        WHEN page.error IN ('private-address', 'throttled') THEN 'not-asked:' || page.error
        WHEN page.error IS NOT NULL THEN 'failed:' || page.error
        ELSE 'fetched'
    END AS outcome
FROM entries
CROSS JOIN run
LEFT JOIN listed
    ON
        entries.url_key = listed.url_key
        AND entries.sitemap_id = listed.sitemap_id
        AND entries.position = listed.position
LEFT JOIN page_states AS page ON listed.url_key = page.url_key
WHERE entries.kind = 'url'

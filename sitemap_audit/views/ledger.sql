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
        WHEN pages.id IS NULL AND NOT run.asks_pages THEN 'not-asked'
        WHEN pages.id IS NULL AND run.limit_reached THEN 'over-limit'
        WHEN pages.id IS NULL THEN 'interrupted'
        WHEN pages.error = 'disallowed' THEN 'disallowed'
        WHEN pages.error IN ('private-address', 'throttled') THEN 'not-asked:' || pages.error
        WHEN pages.error IS NOT NULL THEN 'failed:' || pages.error
        ELSE 'fetched'
    END AS outcome
FROM entries
CROSS JOIN run
LEFT JOIN listed
    ON
        entries.url_key = listed.url_key
        AND entries.sitemap_id = listed.sitemap_id
        AND entries.position = listed.position
LEFT JOIN pages ON listed.url_key = pages.url_key
WHERE entries.kind = 'url'

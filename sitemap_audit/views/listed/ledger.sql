/*
---
row: entry
rests_on: named
---
One row per entry that lists a page, with its result: fetched | refused:<reason> (the host refused
the request, so the page is not checked: bot-protection, challenge, login, request-refused, network,
throttled, unavailable) | failed:<error> | disallowed | not-asked:<error> (a private IP address, a
host that asks for no requests, or a middleware of the project) | duplicate (an earlier entry, by
file name and position, lists the same URL) | not-a-url:<problem> | not-asked (the audit fetches no
pages) | out-of-scope:<not-included, excluded, not-in-sitemap, filtered, not-sampled or not-modified>
(`--include`, `--exclude`, `--sitemap`, `sitemap_filter()`, `--sample`, `--since`) | over-limit | interrupted.

The counts add up to the number of entries read. A resumed audit requests the URLs that are
interrupted or were over a limit.
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
        WHEN page.page_id IS NULL AND left_out.url_key IS NOT NULL
            THEN 'out-of-scope:' || left_out.reason
        WHEN over_limit.url_key IS NOT NULL THEN 'over-limit'
        WHEN page.page_id IS NULL THEN 'interrupted'
        WHEN page.error = 'disallowed' THEN 'disallowed'
        WHEN
            page.error IN ('private-address', 'ignored', 'offline', 'hosting')
            OR (page.error = 'throttled' AND response.attempts = 0)
            THEN 'not-asked:' || page.error
        WHEN
            page.unknown_reason
            IN (
                'bot-protection',
                'challenge',
                'login',
                'request-refused',
                'network',
                'throttled',
                'unavailable'
            )
            THEN 'refused:' || page.unknown_reason
        WHEN page.error IS NOT NULL THEN 'failed:' || page.error
        WHEN page.state = 'unknown' THEN 'failed:' || page.unknown_reason
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
LEFT JOIN pages AS response ON page.page_id = response.id
LEFT JOIN left_out ON listed.url_key = left_out.url_key
LEFT JOIN over_limit ON listed.url_key = over_limit.url_key
WHERE entries.kind = 'url'

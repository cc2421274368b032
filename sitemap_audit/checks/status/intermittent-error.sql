/*
---
severity: notice
cause: returns an error at times
confidence: high
basis: inferred
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Intermittent error on URL in sitemap

## What it finds

A listed URL that returned a server error or no response at the first request, and 200 when it was
requested again (at once, or more slowly at the end of the audit). 429, and 503 with `Retry-After`,
are not counted: they only ask for fewer requests.

## Why it matters

Search engines meet the same errors. Google slows down crawling of the whole host when it gets 5xx
responses or timeouts.

## How to fix it

Check the server log at the time of the audit: rate limits, a cold cache, an overloaded backend. If
the audit caused the load, run it with a lower `--concurrency` or with `--delay`.

## Example

### Two recovered, one still fails, one never failed

`entries`

| loc | line |
|---|---|
| https://example.com/busy | 3 |
| https://example.com/slow | 4 |
| https://example.com/broken | 5 |
| https://example.com/fine | 6 |

`pages`

| url | status | first_status | first_error |
|---|---|---|---|
| https://example.com/busy | 200 | 503 | |
| https://example.com/slow | 200 | | timeout |
| https://example.com/broken | 500 | 500 | |
| https://example.com/fine | 200 | | |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/busy | https://example.com/sitemap.xml | 3 | Returned 503 at first, then 200 | 200 at the first request | Check the server log at the time of the audit |
| https://example.com/slow | https://example.com/sitemap.xml | 4 | Timed out at first, then 200 | 200 at the first request | Check the server log at the time of the audit |
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        COALESCE(
            'Returned ' || CAST(pages.first_status AS VARCHAR), words.words, pages.first_error
        ),
        ' at first, then ',
        listed_pages.status
    ) AS observed,
    '200 at the first request' AS expected,
    'Check the server log at the time of the audit' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
LEFT JOIN plain_words AS words ON words.topic = 'error' AND pages.first_error = words.code
WHERE
    listed_pages.state = 'ok'
    AND (pages.first_status >= 400 OR pages.first_error IS NOT NULL)

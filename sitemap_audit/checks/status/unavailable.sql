/*
---
severity: warning
keeps_out: pages
cause: returns 503 with Retry-After
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
unknown: "status IS NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.4
since: 0.2.0
---
# URL in sitemap returns 503 with Retry-After

## What it finds

A listed URL that still returned 503 (Service Unavailable) with a `Retry-After` header when it was
requested again after a pause, on a host that responds to other URLs. Its content is not checked. A
host that returns 503 for all URLs is reported by `site/unavailable`, bot protection by
`site/bot-protection`, 503 without `Retry-After` by `status/server-error`.

## Why it matters

503 tells search engines that the page is only temporarily unavailable. Google requests it again
later, slows down crawling of the host, and removes a URL that returns 503 for days from the index.

## How to fix it

End the maintenance of this page on the server or in the CMS plugin. If the page is gone for good,
return 404 or 410 and remove the URL from the sitemap.

## Example

### 503 on one of two pages

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |

`pages`

| url | status | retry_after | attempts |
|---|---|---|---|
| https://example.com/a | 503 | 120 | 2 |
| https://example.com/b | 200 | | 1 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | Returns 503, Retry-After: 120 (2 requests) | 200 | Return 200, or 410 if the page is gone for good |

### 503 on all pages of a host; a page not fetched

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.net/a |

`pages`

| url | status | retry_after |
|---|---|---|
| https://example.com/a | 503 | 120 |
| https://example.com/b | 503 | 120 |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        'Returns 503, Retry-After: ',
        pages.retry_after,
        CASE WHEN pages.attempts > 1 THEN CONCAT(' (', pages.attempts, ' requests)') END
    ) AS observed,
    '200' AS expected,
    'Return 200, or 410 if the page is gone for good' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
INNER JOIN hosts
    ON CONCAT(SPLIT_PART(listed_pages.url, '/', 1), '//', listed_pages.host) = hosts.origin
WHERE
    pages.status = 503
    AND pages.retry_after IS NOT NULL
    AND pages.challenge IS NULL
    AND NOT hosts.unavailable
    AND NOT hosts.has_bot_protection
    AND NOT hosts.given_up

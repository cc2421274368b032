/*
---
severity: warning
cause: wastes crawl budget
confidence: medium
basis: documented
engines: [google, bing, yandex]
needs: [entries, imported_files, log_hits, pages]
over: bot_directories
when: "hits >= $hits"
unknown: "unknown_reason IS NOT NULL"
parameters:
  hits: 100
  share: 0.2
see:
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Crawl budget wasted in directory

## What it finds

A directory for which the imported access logs have 100 (`hits`) or more requests of Googlebot,
Bingbot or YandexBot, and 20% (`share`) or more of them are for URLs that are neither listed nor
indexable. It is the first directory of the path, behind that of a language: `/blog/`, `/de/shop/`.

Wasted are requests for URLs that the audit found not indexable, and redirects, 4xx and 5xx in the
log for URLs that the audit did not fetch and that returned content to nobody. Variants of listed
URLs, AMP and mobile alternates, robots.txt, sitemaps and icons do not count, and requests whose IP
address is not the bot's. Checked only if all sitemaps were read, and 99.9% of the lines of the logs.

## Why it matters

A search engine requests only so many URLs of a site a day. Requests for redirects, errors and pages
that are not to be indexed delay those for new and changed pages.

## How to fix it

Find out where the bots get the URLs: old links, parameters, a calendar, a former sitemap. Correct
the links. Return 404 or 410 for URLs that are gone for good, and redirect with one step. Disallow
endless URLs (filters, sorting, search) in robots.txt.

## Example

### Half of the requests are for URLs that are gone

`entries`

| loc |
|---|
| https://example.com/shop/a |

`log_hits`

| url | bot | status | day | hits |
|---|---|---|---|---|
| https://example.com/shop/a | Googlebot | 200 | 2026-01-01 | 60 |
| https://example.com/shop/old | Googlebot | 301 | 2026-01-02 | 20 |
| https://example.com/shop/gone | Googlebot | 404 | 2026-01-03 | 25 |
| https://example.com/shop/cart | Googlebot | 200 | 2026-01-03 | 15 |
| https://example.com/blog/x | Googlebot | 404 | 2026-01-03 | 99 |

`pages`

| url | role | noindex |
|---|---|---|
| https://example.com/shop/a | listed | false |
| https://example.com/shop/cart | linked | true |

finds:

| url | related_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/shop/ | https://example.com/shop/gone | 60 of 120 requests of Googlebot (50%) for 3 URLs: 20 redirects, 25 4xx, 15 not indexable; 2026-01-01 to 2026-01-03 | Under 20% | Correct the links to these URLs, or disallow them | Googlebot |
*/
SELECT
    directory AS url,
    example AS related_url,
    CONCAT(
        FORMAT_NUMBER(wasted, 0),
        ' of ',
        FORMAT_NUMBER(hits, 0),
        ' requests of ',
        bot,
        ' (',
        CAST(CAST(ROUND(1e2 * wasted / hits) AS BIGINT) AS VARCHAR),
        '%) for ',
        FORMAT_NUMBER(wasted_urls, 0),
        CASE wasted_urls WHEN 1 THEN ' URL: ' ELSE ' URLs: ' END,
        CONCAT_WS(
            ', ',
            CASE WHEN redirects > 0 THEN CONCAT(FORMAT_NUMBER(redirects, 0), ' redirects') END,
            CASE WHEN client_errors > 0 THEN CONCAT(FORMAT_NUMBER(client_errors, 0), ' 4xx') END,
            CASE WHEN server_errors > 0 THEN CONCAT(FORMAT_NUMBER(server_errors, 0), ' 5xx') END,
            CASE
                WHEN not_indexable > 0
                    THEN CONCAT(FORMAT_NUMBER(not_indexable, 0), ' not indexable')
            END
        ),
        '; ',
        first_day,
        ' to ',
        last_day
    ) AS observed,
    CONCAT('Under ', CAST(CAST(ROUND(100 * $share) AS BIGINT) AS VARCHAR), '%') AS expected,
    'Correct the links to these URLs, or disallow them' AS fix,
    bot AS kind
FROM bot_directories
WHERE hits >= $hits AND wasted > 0 AND wasted >= $share * hits AND unknown_reason IS NULL

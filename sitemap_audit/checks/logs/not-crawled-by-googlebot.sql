/*
---
severity: notice
cause: has no request of Googlebot
confidence: medium
basis: documented
engines: [google]
needs: [entries, imported_files, log_hits, pages]
over: listed_crawls
unknown: "unknown_reason IS NOT NULL OR day_count < $days"
parameters:
  days: 14
see:
  - https://developers.google.com/search/docs/crawling-indexing/large-site-managing-crawl-budget
  - https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
since: 0.1.0
---
# URL in sitemap not crawled by Googlebot

## What it finds

A listed indexable URL for which the imported access logs have no request of Googlebot, not even for
a variant of it (slash, case, `http`, `www`). Checked only if the logs of its host have requests on
14 (`days`) or more days, and some of Googlebot: verified by its IP address (`--bot-ranges`), or
claimed by the user agent. Not enough are logs that are truncated, that end more than 30 days before
the audit, of which a line that names Googlebot could not be read, or of which more than 0.1% of the
lines could not be read or have no user agent.

A URL that Search Console reports as crawled since the first day of the logs is left out, if its
export is imported: the logs do not have all requests.

Import the logs of every server of the site. If a CDN responds from its cache, the log of the server
behind it does not have all requests: import the log of the CDN.

## Why it matters

Google crawls pages that it takes for unimportant rarely or never. It cannot index a page that it has
not crawled, or sees its changes weeks later.

## How to fix it

Link to the pages from pages that are crawled often, such as categories. Check whether Googlebot
spends its requests on other URLs (`logs/crawl-budget-wasted`), and whether lastmod is right.

## Example

### One of two pages was requested

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 4 |
| https://example.com/c | 5 |

`log_hits`

| url | bot | day | hits |
|---|---|---|---|
| https://example.com/a | Googlebot | 2026-01-01 | 3 |
| https://www.example.com/c/ | Googlebot | 2026-01-02 | 1 |
| https://example.com/b | Bingbot | 2026-01-03 | 5 |
| https://example.com/b | | 2026-01-03 | 90 |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`parameters`

| days |
|---|
| 3 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/b | https://example.com/sitemap.xml | 4 | No request of Googlebot on 3 days, 2026-01-01 to 2026-01-03 | 1 or more | Link to it from pages that are crawled often |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(
        'No request of Googlebot on ',
        FORMAT_NUMBER(day_count, 0),
        CASE day_count WHEN 1 THEN ' day, ' ELSE ' days, ' END,
        first_day,
        ' to ',
        last_day
    ) AS observed,
    '1 or more' AS expected,
    'Link to it from pages that are crawled often' AS fix
FROM listed_crawls
WHERE NOT was_crawled AND is_indexable AND unknown_reason IS NULL AND day_count >= $days

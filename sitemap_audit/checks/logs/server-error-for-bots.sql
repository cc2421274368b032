/*
---
severity: warning
cause: returns 5xx to bots
confidence: medium
basis: documented
engines: [google, bing, yandex]
needs: [entries, imported_files, log_hits, pages]
over: bot_pages
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
since: 0.1.0
---
# URL in sitemap returns 5xx to bots

## What it finds

A listed URL that returned content to the audit, and for which the imported access logs have server
errors (5xx) for a bot of a search engine: on two or more days, or without any response to it that
was right (2xx, 304). Requests whose IP address is not the bot's do not count; without
`--bot-ranges` the bot is told by its user agent alone (claimed). Checked only if 99.9% of the lines
of the logs were read.

## Why it matters

Google crawls a host with server errors slower, and removes URLs whose errors last from the index.
The audit does not see errors that come only under load, at night or for bots.

## How to fix it

Look into the error log of the server at these times: timeouts, memory, deployments, backups. Check
rules of the firewall or CDN for bots, which may return 503.

## Example

### Errors on two days

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 4 |

`log_hits`

| url | bot | status | day | hits |
|---|---|---|---|---|
| https://example.com/a | Googlebot | 200 | 2026-01-01 | 8 |
| https://example.com/a | Googlebot | 503 | 2026-01-02 | 1 |
| https://example.com/a | Googlebot | 500 | 2026-01-04 | 1 |
| https://example.com/b | Googlebot | 200 | 2026-01-01 | 8 |
| https://example.com/b | Googlebot | 503 | 2026-01-02 | 1 |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

finds:

| url | sitemap_url | line | observed | expected | fix | kind |
|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2 of 10 requests of Googlebot (claimed) returned 5xx, on 2 days, the last one 500 on 2026-01-04 | 200, as for the audit | Look into the error log of the server | Googlebot |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(
        FORMAT_NUMBER(server_errors, 0),
        ' of ',
        FORMAT_NUMBER(hits, 0),
        CASE hits WHEN 1 THEN ' request of ' ELSE ' requests of ' END,
        bot,
        CASE WHEN verified = hits THEN '' ELSE ' (claimed)' END,
        ' returned 5xx, on ',
        FORMAT_NUMBER(error_days, 0),
        CASE error_days WHEN 1 THEN ' day, ' ELSE ' days, ' END,
        'the last one ',
        CAST(last_error_status AS VARCHAR),
        ' on ',
        last_error_day
    ) AS observed,
    CONCAT(CAST(status AS VARCHAR), ', as for the audit') AS expected,
    'Look into the error log of the server' AS fix,
    bot AS kind
FROM bot_pages
WHERE is_ok AND server_errors > 0 AND (error_days >= 2 OR ok = 0) AND unknown_reason IS NULL

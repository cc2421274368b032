/*
---
severity: notice
confidence: high
basis: documented
engines: [google]
aliases: [robots-unsupported-directive]
needs: [robots_lines]
over: robots_lines
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://blogs.bing.com/webmaster/2009/08/10/crawl-delay-and-the-bing-crawler-msnbot
  - https://yandex.com/support/webmaster/en/robot-workings/clean-param
since: 0.1.0
---
# robots.txt line that Google does not support

## What it finds

A line of a `/robots.txt` with a field that some search engine reads, or once did, and Google does
not: `crawl-delay`, `host`, `clean-param`, `noindex`, `nofollow`, `noarchive`, `request-rate`,
`visit-time`.

## Why it matters

Google passes over the line. It does harm only where one relies on it: `noindex` in robots.txt keeps
no page out of Google's index.

## How to fix it

Keep the line if it is meant for another engine. To keep pages out of the index, use a robots meta
tag or the `X-Robots-Tag` header.

## Example

### A noindex that has no effect

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 2 | noindex | /old/ | unsupported-field |
| 3 | disallow | /tmp/ | |
| 4 | crawl-delay | 10 | unsupported-field |
| 5 | clean-param | ref | unsupported-field |

finds:

| url | line | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | 2 | noindex: /old/ | user-agent, allow, disallow or sitemap |
| https://example.com/robots.txt | 4 | crawl-delay: 10 (Bing reads it, Google does not) | user-agent, allow, disallow or sitemap |
| https://example.com/robots.txt | 5 | clean-param: ref (Yandex reads it, Google does not) | user-agent, allow, disallow or sitemap |

### Fields that all know, and one that nobody does

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | user-agent | "*" | |
| 2 | allow | /a | |
| 3 | dissallow | /b | unknown-field |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CONCAT(
        field, ': ', value,
        CASE field
            WHEN 'crawl-delay' THEN ' (Bing reads it, Google does not)'
            WHEN 'clean-param' THEN ' (Yandex reads it, Google does not)'
            ELSE ''
        END
    ) AS observed,
    'user-agent, allow, disallow or sitemap' AS expected
FROM robots_lines
WHERE
    problem = 'unsupported-field'
    AND origin IN (SELECT site_origins.origin FROM site_origins)

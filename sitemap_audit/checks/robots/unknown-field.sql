/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [robots_lines]
over: robots_lines
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt line with an unknown field

## What it finds

A line of a `/robots.txt` whose field is none that search engines say they read. Often it is
misspelled: `Disllow:`, `Sitmap:`. Spellings that Google reads all the same, such as `Dissallow:`,
are `robots/misspelled-field`.

## Why it matters

Crawlers ignore the line. Where it was meant as a rule, the rule has no effect.

## How to fix it

Correct the spelling, or delete the line.

## Example

### A misspelled rule

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 2 | dsallow | /private/ | unknown-field |
| 3 | disallow | /tmp/ | |

finds:

| url | line | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | 2 | dsallow: /private/ | user-agent, allow, disallow or sitemap |

### A field that some engine knows

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | crawl-delay | 10 | unsupported-field |
| 2 | sitemap | https://example.com/a.xml | |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CONCAT(field, ': ', value) AS observed,
    'user-agent, allow, disallow or sitemap' AS expected
FROM robots_lines
WHERE
    problem = 'unknown-field'
    AND origin IN (SELECT site_origins.origin FROM site_origins)

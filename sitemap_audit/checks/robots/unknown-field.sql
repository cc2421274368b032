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

| url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | dsallow: /private/ | Disallow: /private/ | https://example.com/robots.txt | replace | rule | dsallow: /private/ | Disallow: /private/ |

### A field that some engine knows

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | crawl-delay | 10 | unsupported-field |
| 2 | sitemap | https://example.com/a.xml | |

finds:

nothing
*/
WITH unknown AS (
    SELECT
        origin,
        number,
        field,
        value,
        CASE
            WHEN LEVENSHTEIN(field, 'disallow') <= 2 THEN 'Disallow'
            WHEN LEVENSHTEIN(field, 'user-agent') <= 2 THEN 'User-agent'
            WHEN LEVENSHTEIN(field, 'sitemap') <= 2 THEN 'Sitemap'
            WHEN LEVENSHTEIN(field, 'allow') = 1 THEN 'Allow'
        END AS meant
    FROM robots_lines
    WHERE
        problem = 'unknown-field'
        AND origin IN (SELECT site_origins.origin FROM site_origins)
)

SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CONCAT(field, ': ', value) AS observed,
    COALESCE(meant || ': ' || value, 'user-agent, allow, disallow or sitemap') AS expected,
    CASE WHEN meant IS NOT NULL THEN CONCAT(origin, '/robots.txt') END AS change_url,
    'replace' AS action,
    'rule' AS place,
    CONCAT(field, ': ', value) AS "from",
    CONCAT(meant, ': ', value) AS "to"
FROM unknown

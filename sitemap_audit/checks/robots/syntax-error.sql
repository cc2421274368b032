/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [robots-syntax-error]
known_as:
  Ahrefs: ["Robots.txt has syntax error"]
  ContentKing: ["robots.txt: directives valid", "robots.txt: syntax valid"]
  Semrush: ["Format errors in robots.txt file"]
needs: [robots_lines, robots]
over: robots_lines
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt line that cannot be understood

## What it finds

A line of a `/robots.txt` that has no colon, a rule that stands before any `User-agent:` line, or an
`Allow:` or `Disallow:` whose path does not start with `/` or `*`, or has a `$` before its end.

## Why it matters

Crawlers pass over such a line, so that what it was to block is not blocked, or what it was to allow
is not allowed. Google's parser reads a rule past a forgotten colon; others do not.

## How to fix it

Write each line as `field: value`, put rules below the `User-agent:` they are for, and start each
path with a slash.

## Example

### Three kinds of line that have no effect, and a sound one

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | disallow | /early/ | rule-before-agent |
| 2 | user-agent | "*" | |
| 3 | disallow | private/ | bad-path |
| 4 | | Disallow /tmp/ | no-colon |
| 5 | disallow | /old/ | |

finds:

| url | line | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | 1 | disallow: /early/ | a User-agent line before the first rule |
| https://example.com/robots.txt | 3 | disallow: private/ | a path that starts with / or * and has a dollar sign only at its end |
| https://example.com/robots.txt | 4 | Disallow /tmp/ | field: value |

### A dollar sign that is not last

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 2 | disallow | /a.pdf$? | bad-path |
| 3 | disallow | /a.pdf$ | |

finds:

| url | line | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | 2 | disallow: /a.pdf$? | a path that starts with / or * and has a dollar sign only at its end |

### No fault: an empty rule, a field in capitals, an unknown field

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | user-agent | "*" | |
| 2 | disallow | | |
| 3 | dissallow | /a | unknown-field |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CONCAT_WS(': ', field, value) AS observed,
    CASE problem
        WHEN 'rule-before-agent' THEN 'a User-agent line before the first rule'
        WHEN 'bad-path' THEN 'a path that starts with / or * and has a dollar sign only at its end'
        ELSE 'field: value'
    END AS expected
FROM robots_lines
WHERE
    problem IN ('no-colon', 'rule-before-agent', 'bad-path')
    AND origin IN (SELECT site_origins.origin FROM site_origins)

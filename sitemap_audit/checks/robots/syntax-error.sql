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
`Allow:` or `Disallow:` whose path does not start with `/` or `*`, has a `$` before its end, or has a
space in it.

## Why it matters

Crawlers ignore such a line: what it should block is not blocked, what it should allow is not
allowed. Google's parser reads `Disallow /tmp/` as if the colon was there, where nothing but one
value follows; RFC 9309 does not, and other crawlers may ignore the line.

## How to fix it

Write each line as `field: value`, put rules below the `User-agent:` they are for, and start each
path with a slash. Write a space in a path as `%20`.

## Example

### Three kinds of line that have no effect, and a sound one

`robots_lines`

| number | field | written | value | problem |
|---|---|---|---|---|
| 1 | disallow | | /early/ | rule-before-agent |
| 2 | user-agent | | "*" | |
| 3 | disallow | | private/ | bad-path |
| 4 | disallow | Disallow | /tmp/ | no-colon |
| 5 | disallow | | /old/ | |
| 6 | | | our rules end here | no-colon |

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 1 | disallow: /early/ | a User-agent line before the first rule | | | | | | |
| https://example.com/robots.txt | 3 | disallow: private/ | a path that starts with / or * and has a dollar sign only at its end | | | | | | |
| https://example.com/robots.txt | 4 | Disallow /tmp/ (Google reads it as Disallow) | Disallow: /tmp/ | Disallow: /tmp/ | https://example.com/robots.txt | replace | rule | Disallow /tmp/ | Disallow: /tmp/ |
| https://example.com/robots.txt | 6 | our rules end here | field: value | | | | | | |

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
| 3 | dsallow | /a | unknown-field |

finds:

nothing
*/
WITH faulty AS (
    SELECT
        CONCAT(origin, '/robots.txt') AS url,
        number,
        field,
        value,
        problem,
        problem = 'no-colon' AND written NOT LIKE '% %' AS is_read_by_google,
        CONCAT_WS(
            CASE WHEN problem = 'no-colon' AND written NOT LIKE '% %' THEN ' ' ELSE ': ' END,
            COALESCE(written, field),
            value
        ) AS text,
        CONCAT(
            CASE field
                WHEN 'user-agent' THEN 'User-agent'
                WHEN 'allow' THEN 'Allow'
                WHEN 'disallow' THEN 'Disallow'
                ELSE 'Sitemap'
            END, ': ', value
        ) AS corrected
    FROM robots_lines
    WHERE
        problem IN ('no-colon', 'rule-before-agent', 'bad-path')
        AND origin IN (SELECT site_origins.origin FROM site_origins)
)

SELECT
    url,
    number AS line,
    CASE
        WHEN is_read_by_google
            THEN CONCAT(text, ' (Google reads it as ', SPLIT_PART(corrected, ':', 1), ')')
        ELSE text
    END AS observed,
    CASE
        WHEN is_read_by_google THEN corrected
        WHEN problem = 'no-colon' THEN 'field: value'
        WHEN problem = 'rule-before-agent' THEN 'a User-agent line before the first rule'
        WHEN REGEXP_MATCHES(value, '^[/*].*\s')
            THEN 'a path without spaces: %20, or a line for each path'
        ELSE 'a path that starts with / or * and has a dollar sign only at its end'
    END AS expected,
    CASE WHEN is_read_by_google THEN corrected END AS fix,
    CASE WHEN is_read_by_google THEN url END AS change_url,
    CASE WHEN is_read_by_google THEN 'replace' END AS action,
    CASE WHEN is_read_by_google THEN 'rule' END AS place,
    CASE WHEN is_read_by_google THEN text END AS "from",
    CASE WHEN is_read_by_google THEN corrected END AS "to"
FROM faulty

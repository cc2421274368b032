/*
---
severity: error
cause: The robots.txt of {host} has a syntax error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Robots.txt has syntax error"]
  ContentKing: ["robots.txt: directives valid", "robots.txt: syntax valid"]
  Semrush: ["Format errors in robots.txt file"]
  Yandex: ["Rule doesn't start with / or *", "No User-agent directive in front of rule"]
needs: [robots_lines, robots]
over: robots_lines
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/error-dictionary/robots-txt
since: 0.1.0
---
# Syntax error in robots.txt

## What it finds

A line of robots.txt has no colon, or is a rule before the first `User-agent:` line, or is an
`Allow:` or `Disallow:` line with an invalid path: the path does not start with `/` or `*`, contains
a space, or has a `$` before its end. Or there is something around the field or its value: quotes,
HTML tags, Markdown, a list bullet, an invisible character, another sign for the colon.

## Why it matters

Search engines ignore such a line: it blocks nothing and allows nothing. Google's parser accepts
`Disallow /tmp/` without the colon if only one value follows. RFC 9309 does not, and Bing, Yandex
and other crawlers may ignore the line.

## How to fix it

Write each line of robots.txt as `field: value`. Put rules below the `User-agent:` line that they
are for. Start each path with a slash and write a space in it as `%20`. Test the file in the
robots.txt report of Search Console.

## Example

### Rule before User-agent, path without slash, no colon

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
| https://example.com/robots.txt | 1 | disallow: /early/ | User-agent line before the first rule | Add the User-agent line above it | | | | | |
| https://example.com/robots.txt | 3 | disallow: private/ | Path that starts with / or * | Add a slash at the start of the path | | | | | |
| https://example.com/robots.txt | 4 | Disallow /tmp/ (Google reads it as Disallow) | Disallow: /tmp/ | Replace with Disallow: /tmp/ | https://example.com/robots.txt | replace | rule | Disallow /tmp/ | Disallow: /tmp/ |
| https://example.com/robots.txt | 6 | our rules end here | field: value | Correct to field: value, or remove the line | | | | | |

### Quotes, a tag, a list bullet

`robots.txt`

```
“User-agent: *”
Disallow: /private/<br>
- Sitemap: https://example.com/a.xml
```

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 1 | “User-agent: *” (not read: 1 User-agent line with the rules below) | User-agent: * | Replace with User-agent: * | https://example.com/robots.txt | replace | rule | “User-agent: *” | User-agent: * |
| https://example.com/robots.txt | 2 | Disallow: /private/<br> (not read: 1 rule) | Disallow: /private/ | Replace with Disallow: /private/ | https://example.com/robots.txt | replace | rule | Disallow: /private/<br> | Disallow: /private/ |
| https://example.com/robots.txt | 3 | - Sitemap: https://example.com/a.xml (not read: 1 sitemap) | Sitemap: https://example.com/a.xml | Replace with Sitemap: https://example.com/a.xml | https://example.com/robots.txt | replace | rule | - Sitemap: https://example.com/a.xml | Sitemap: https://example.com/a.xml |

### A dollar sign before the end

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 2 | disallow | /a.pdf$? | bad-path |
| 3 | disallow | /a.pdf$ | |

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 2 | disallow: /a.pdf$? | Path with $ only at the end | Encode the dollar sign as %24, or remove what follows it |

### Not reported here: an empty rule, an unknown field

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
        lost,
        problem = 'no-colon' AND written NOT LIKE '% %' AS is_read_by_google,
        CONCAT_WS(
            CASE WHEN problem = 'no-colon' AND written NOT LIKE '% %' THEN ' ' ELSE ': ' END,
            COALESCE(written, field),
            value
        ) AS text,
        CASE
            WHEN problem = 'decorated' THEN meant
            WHEN problem = 'no-colon' AND written NOT LIKE '% %'
                THEN
                    CONCAT(
                        CASE field
                            WHEN 'user-agent' THEN 'User-agent'
                            WHEN 'allow' THEN 'Allow'
                            WHEN 'disallow' THEN 'Disallow'
                            ELSE 'Sitemap'
                        END, ': ', value
                    )
        END AS corrected
    FROM robots_lines
    WHERE
        problem IN ('no-colon', 'rule-before-agent', 'bad-path', 'decorated')
        AND origin IN (SELECT site_origins.origin FROM site_origins)
),

judged AS (
    SELECT
        url,
        number,
        field,
        value,
        problem,
        lost,
        is_read_by_google,
        text,
        corrected,
        COALESCE(
            problem = 'decorated'
            AND REGEXP_MATCHES(CONCAT(LOWER(corrected), ' '), 'disallow: [/*]+\s'),
            FALSE
        ) AS blocks_all
    FROM faulty
)

SELECT
    url,
    number AS line,
    CASE
        WHEN problem = 'decorated' THEN CONCAT(text, ' (not read: ', lost, ')')
        WHEN is_read_by_google
            THEN CONCAT(text, ' (Google reads it as ', SPLIT_PART(corrected, ':', 1), ')')
        ELSE text
    END AS observed,
    CASE
        WHEN corrected IS NOT NULL THEN corrected
        WHEN problem = 'no-colon' THEN 'field: value'
        WHEN problem = 'rule-before-agent' THEN 'User-agent line before the first rule'
        WHEN NOT REGEXP_MATCHES(value, '^[/*]') THEN 'Path that starts with / or *'
        WHEN REGEXP_MATCHES(value, '\s') THEN 'Path without spaces'
        ELSE 'Path with $ only at the end'
    END AS expected,
    CASE
        WHEN blocks_all
            THEN CONCAT('Replace with ', corrected, ' only if you want to block the whole site')
        WHEN corrected IS NOT NULL THEN CONCAT('Replace with ', corrected)
        WHEN problem = 'no-colon' THEN 'Correct to field: value, or remove the line'
        WHEN problem = 'rule-before-agent' THEN 'Add the User-agent line above it'
        WHEN value LIKE 'http%' THEN 'Remove the protocol and host from the path'
        WHEN NOT REGEXP_MATCHES(value, '^[/*]') THEN 'Add a slash at the start of the path'
        WHEN REGEXP_MATCHES(value, '\s') THEN 'Encode the space as %20, or use a line for each path'
        ELSE 'Encode the dollar sign as %24, or remove what follows it'
    END AS fix,
    CASE WHEN corrected IS NOT NULL AND NOT blocks_all THEN url END AS change_url,
    'replace' AS action,
    'rule' AS place,
    text AS "from",
    corrected AS "to"
FROM judged

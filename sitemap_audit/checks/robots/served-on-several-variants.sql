/*
---
severity: notice
cause: The robots.txt of {host} is also that of the main variant, without a redirect
confidence: pedantic
basis: advisory
engines: [google]
needs: [robots]
over: origin_variants
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt variant does not redirect

## What it finds

A variant of the host (http, or the other one of `www.` and non-`www.`) returns the same robots.txt
as the main variant and does not redirect to it.

## Why it matters

While both files are the same, nothing is wrong. Google reads each file on its own, for its own
protocol and host, so a later change of one file alone gives the variants different rules.

## How to fix it

Redirect all URLs of the variant to the main one with 301 at the server or CDN, `/robots.txt`
included.

## Example

### The same file on http and https

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 1 | user-agent | "*" |
| http://example.com | 1 | user-agent | "*" |

`entries`

| loc |
|---|
| https://example.com/ |

finds:

| url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| http://example.com/robots.txt | https://example.com/robots.txt | Returns 200 | Redirect to the main variant | Redirect to https://example.com/robots.txt | http://example.com/robots.txt | add | redirect | https://example.com/robots.txt |

### Not reported: the variant redirects

`robots`

| origin | redirects | final_url |
|---|---|---|
| http://example.com | 1 | https://example.com/robots.txt |
| https://example.com | 0 | https://example.com/robots.txt |

`entries`

| loc |
|---|
| https://example.com/ |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    CONCAT(main_origin, '/robots.txt') AS related_url,
    'Returns 200' AS observed,
    'Redirect to the main variant' AS expected,
    CONCAT('Redirect to ', main_origin, '/robots.txt') AS fix,
    CONCAT(origin, '/robots.txt') AS change_url,
    'add' AS action,
    'redirect' AS place,
    CONCAT(main_origin, '/robots.txt') AS "to"
FROM origin_variants
WHERE rules_hash = main_rules_hash

/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
needs: [robots]
over: origin_variants
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt on a variant that should redirect

## What it finds

A variant of a host (http, or the other one of `www.` and none) that serves the same robots.txt as
the main variant in place of a redirect to it.

## Why it matters

While both say the same, nothing is wrong. Two files that are kept apart come to differ sooner or
later.

## How to fix it

Redirect everything on the variant to the main one, robots.txt included.

## Example

### The same file on both

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

| url | related_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| http://example.com/robots.txt | https://example.com/robots.txt | status 200 | a redirect to https://example.com/robots.txt | http://example.com/robots.txt | add | redirect | https://example.com/robots.txt |

### It redirects

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
    'status 200' AS observed,
    CONCAT('a redirect to ', main_origin, '/robots.txt') AS expected,
    CONCAT(origin, '/robots.txt') AS change_url,
    'add' AS action,
    'redirect' AS place,
    CONCAT(main_origin, '/robots.txt') AS "to"
FROM origin_variants
WHERE rules_hash = main_rules_hash

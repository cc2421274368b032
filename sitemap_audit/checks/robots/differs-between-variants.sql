/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-differs-between-variants]
known_as:
  ContentKing: ["robots.txt: only on the canonical variant"]
needs: [robots]
over: origin_variants
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt that differs between variants of a host

## What it finds

Two variants of a host (http and https, with `www.` and without) that both came up in the audit, and
whose robots.txt have other rules. Comments, blank lines and `Sitemap:` lines do not count. The
variant that the sitemaps list most is taken for the main one.

## Why it matters

The rules of a robots.txt hold for its own scheme and host alone. What is blocked on one variant can
be fetched on the other.

## How to fix it

Redirect every variant to the main one, robots.txt included, or serve the same file on all.

## Example

### A blocked folder on one variant

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 1 | user-agent | "*" |
| https://example.com | 2 | disallow | /basket |
| http://example.com | 1 | user-agent | "*" |
| http://example.com | 2 | disallow | |

`entries`

| loc |
|---|
| https://example.com/ |

`pages`

| url |
|---|
| http://example.com/ |

finds:

| url | related_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| http://example.com/robots.txt | https://example.com/robots.txt | other rules than on https://example.com | the same rules, or a redirect | http://example.com/robots.txt | add | redirect | https://example.com/robots.txt |

### The same rules, other sitemaps; a redirect; no robots.txt

`robots`

| origin | status | redirects | final_url |
|---|---|---|---|
| http://www.example.com | 200 | 1 | https://example.com/robots.txt |
| http://example.com | 404 | 0 | http://example.com/robots.txt |

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 1 | user-agent | "*" |
| https://example.com | 2 | sitemap | https://example.com/s.xml |
| https://www.example.com | 1 | sitemap | https://www.example.com/s.xml |
| https://www.example.com | 3 | user-agent | "*" |

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
    CONCAT('other rules than on ', main_origin) AS observed,
    'the same rules, or a redirect' AS expected,
    CONCAT(origin, '/robots.txt') AS change_url,
    'add' AS action,
    'redirect' AS place,
    CONCAT(main_origin, '/robots.txt') AS "to"
FROM origin_variants
WHERE rules_hash <> main_rules_hash

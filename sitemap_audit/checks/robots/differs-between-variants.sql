/*
---
severity: warning
cause: The robots.txt of {host} differs from that of another variant of the host
confidence: high
basis: documented
engines: [protocol, google]
known_as:
  ContentKing: ["robots.txt: only on the canonical variant"]
needs: [robots]
over: origin_variants
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt differs between host variants

## What it finds

Two variants of a host (http and https, with and without `www.`) were crawled, and their robots.txt
files have different rules. Comments, blank lines and `Sitemap:` lines are ignored. The variant with
the most URLs in the sitemaps is taken as the main one.

## Why it matters

Google and RFC 9309 apply a robots.txt only to its own protocol, host and port. A URL that is
blocked on one variant can be crawled on another one.

## How to fix it

Redirect every variant to the main one with 301 at the server or CDN, `/robots.txt` included. If you
cannot redirect, serve the same robots.txt on all variants.

## Example

### A folder is blocked on one variant only

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

| url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| http://example.com/robots.txt | https://example.com/robots.txt | Rules differ from https://example.com/robots.txt | Same rules, or a redirect | Redirect to https://example.com/robots.txt | http://example.com/robots.txt | add | redirect | https://example.com/robots.txt |

### The same rules with other Sitemap lines; a redirect; no robots.txt

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
    CONCAT('Rules differ from ', main_origin, '/robots.txt') AS observed,
    'Same rules, or a redirect' AS expected,
    CONCAT('Redirect to ', main_origin, '/robots.txt') AS fix,
    CONCAT(origin, '/robots.txt') AS change_url,
    'add' AS action,
    'redirect' AS place,
    CONCAT(main_origin, '/robots.txt') AS "to"
FROM origin_variants
WHERE rules_hash <> main_rules_hash

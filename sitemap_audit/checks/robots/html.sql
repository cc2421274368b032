/*
---
severity: warning
cause: The robots.txt of {host} is an HTML page
confidence: high
basis: documented
engines: [protocol, google]
follows: [site/requires-login]
known_as:
  ContentKing: ["robots.txt: syntax valid"]
needs: [robots]
over: robots
when: "policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt is an HTML page

## What it finds

`/robots.txt` returns 200 and an HTML page, often the site's 404 page, its homepage or a login page.

## Why it matters

Google looks for rules in the page and ignores everything else. It finds none and takes every URL as
allowed. Rules and `Sitemap:` lines that you wrote have no effect.

## How to fix it

Put a plain text file at `/robots.txt`, and exclude this path from the rewrite rules of the CMS or
single-page application. If you need no rules, let the server return 404.

## Example

### An HTML page instead of rules

`robots`

| origin | is_html | content_type |
|---|---|---|
| https://example.com | true | text/html; charset=utf-8 |
| https://www.example.com | false | text/plain |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/robots.txt | HTML page (text/html; charset=utf-8) | Plain text | Return a plain text file, or 404 if there are no rules |

### A login page after a redirect

`robots`

| origin | is_html | redirects | final_url | content_type |
|---|---|---|---|---|
| https://example.com | true | 1 | https://example.com/login | |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/robots.txt | HTML page (no Content-Type) | Plain text | Return a plain text file, or 404 if there are no rules |

### Rules sent as text/html, and an HTML page with status 404

`robots`

| origin | status | is_html | content_type |
|---|---|---|---|
| https://example.com | 200 | false | text/html |
| https://www.example.com | 404 | false | text/html |

finds:

nothing
*/
SELECT
    url,
    CONCAT('HTML page (', COALESCE(content_type, 'no Content-Type'), ')') AS observed,
    'Plain text' AS expected,
    'Return a plain text file, or 404 if there are no rules' AS fix
FROM robots
WHERE
    policy = 'rules'
    AND is_html
    AND origin IN (SELECT site_origins.origin FROM site_origins)

/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-wrong-content-type]
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

A `/robots.txt` that answers with status 200 and an HTML page. Mostly it is the site's own "not
found" page, sent with the wrong status.

## Why it matters

Crawlers look for rules in it, find none, and take everything to be allowed. Whatever rules and
`Sitemap:` lines were meant are not there.

## How to fix it

Serve a plain text file at `/robots.txt`, or answer with 404 where there is none.

## Example

### A page in place of the rules

`robots`

| origin | is_html | content_type |
|---|---|---|
| https://example.com | true | text/html; charset=utf-8 |
| https://www.example.com | false | text/plain |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/robots.txt | an HTML page (text/html; charset=utf-8) | plain text |

### The page of a login, at the end of a redirect

`robots`

| origin | is_html | redirects | final_url | content_type |
|---|---|---|---|---|
| https://example.com | true | 1 | https://example.com/login | |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/robots.txt | an HTML page (no Content-Type) | plain text |

### Text that is sent as HTML, and a page that says it is not there

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
    CONCAT('an HTML page (', COALESCE(content_type, 'no Content-Type'), ')') AS observed,
    'plain text' AS expected
FROM robots
WHERE
    policy = 'rules'
    AND is_html
    AND origin IN (SELECT site_origins.origin FROM site_origins)

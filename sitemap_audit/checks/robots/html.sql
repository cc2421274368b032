/*
---
severity: warning
cause: The robots.txt of {host} is an HTML page
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-wrong-content-type]
known_as:
  ContentKing: ["robots.txt: syntax valid"]
needs: [robots, robots_lines]
over: robots
when: "policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt is an HTML page

## What it finds

`/robots.txt` returns 200 and an HTML page: often the site's 404 page, its homepage or a login page,
or rules in HTML tags.

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

### Rules in HTML tags

`robots.txt`

```
<html><head></head><body><pre style="word-wrap: break-word;">User-agent: *
Disallow: /private/
Sitemap: https://example.com/a.xml</pre></body></html>
```

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/robots.txt | Rules in HTML tags (text/plain) | Plain text | Remove the HTML tags, and return the lines as plain text |

### Rules sent as text/html, and an HTML page with status 404

`robots`

| origin | status | is_html | content_type |
|---|---|---|---|
| https://example.com | 200 | false | text/html |
| https://www.example.com | 404 | false | text/html |

finds:

nothing
*/
WITH in_tags AS (
    SELECT DISTINCT origin FROM robots_lines
    WHERE meant IS NOT NULL
)

SELECT
    robots.url,
    CONCAT(
        CASE WHEN in_tags.origin IS NULL THEN 'HTML page (' ELSE 'Rules in HTML tags (' END,
        COALESCE(robots.content_type, 'no Content-Type'), ')'
    ) AS observed,
    'Plain text' AS expected,
    CASE
        WHEN in_tags.origin IS NULL
            THEN 'Return a plain text file, or 404 if there are no rules'
        ELSE 'Remove the HTML tags, and return the lines as plain text'
    END AS fix
FROM robots
LEFT JOIN in_tags ON robots.origin = in_tags.origin
WHERE
    robots.policy = 'rules'
    AND robots.is_html
    AND robots.origin IN (SELECT site_origins.origin FROM site_origins)

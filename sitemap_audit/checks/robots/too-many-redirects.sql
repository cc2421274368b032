/*
---
severity: error
cause: The robots.txt of {host} redirects too many times
confidence: high
basis: documented
engines: [protocol, google]
known_as:
  Ahrefs: ["Robots.txt has a redirect loop", "Robots.txt has too many redirects"]
needs: [robots]
over: robots
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
parameters: {max_redirects: 5}
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# Too many redirects on robots.txt

## What it finds

`/robots.txt` returns more than five redirects in a row, or a redirect loop.

## Why it matters

Google follows five redirects, then treats the file as 404: its rules have no effect and its
`Sitemap:` lines are not read. RFC 9309 lets other crawlers do the same.

## How to fix it

Serve the file at `/robots.txt` on every host without a redirect: exclude this path from the
redirect rules of the server, CDN or CMS. One redirect to the robots.txt of the main host is safe.

## Example

### Six redirects, and one

`robots`

| origin | redirects | status | final_url |
|---|---|---|---|
| https://example.com | 6 | 301 | https://example.com/r6.txt |
| https://www.example.com | 1 | 200 | https://example.com/robots.txt |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/r6.txt | More than 5 redirects | 200 after at most 5 redirects | Return the file at /robots.txt without a redirect |

### Five redirects are the limit; a redirect loop

`robots`

| origin | redirects | status | final_url |
|---|---|---|---|
| https://example.com | 5 | 200 | https://example.com/r5.txt |
| https://www.example.com | 6 | 302 | https://www.example.com/robots.txt |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://www.example.com/robots.txt | https://www.example.com/robots.txt | More than 5 redirects | 200 after at most 5 redirects | Return the file at /robots.txt without a redirect |

### Not reported: no redirect

`robots`

| origin | redirects |
|---|---|
| https://example.com | 0 |

finds:

nothing
*/
SELECT
    url,
    final_url AS related_url,
    CONCAT('More than ', $max_redirects, ' redirects') AS observed,
    CONCAT('200 after at most ', $max_redirects, ' redirects') AS expected,
    'Return the file at /robots.txt without a redirect' AS fix
FROM robots
WHERE
    redirects > $max_redirects
    AND origin IN (SELECT site_origins.origin FROM site_origins)

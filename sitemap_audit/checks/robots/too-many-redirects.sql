/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-redirect-loop]
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
# robots.txt redirects too often

## What it finds

A host of the audited sites whose `/robots.txt` leads through more than five redirects, or round in
a circle.

## Why it matters

Crawlers follow five redirects. Behind those they take the file to be missing: its rules have no
effect and its `Sitemap:` lines are not read.

## How to fix it

Have `/robots.txt` answer with status 200 itself, on every host. At most one redirect, to the same
file on the main host, is safe.

## Example

### Six redirects, and one

`robots`

| origin | redirects | status | final_url |
|---|---|---|---|
| https://example.com | 6 | 301 | https://example.com/r6.txt |
| https://www.example.com | 1 | 200 | https://example.com/robots.txt |

finds:

| url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | https://example.com/r6.txt | more than 5 redirects | status 200, after 5 redirects at most |

### Five, which is the limit, and a circle

`robots`

| origin | redirects | status | final_url |
|---|---|---|---|
| https://example.com | 5 | 200 | https://example.com/r5.txt |
| https://www.example.com | 6 | 302 | https://www.example.com/robots.txt |

finds:

| url | related_url | observed | expected |
|---|---|---|---|
| https://www.example.com/robots.txt | https://www.example.com/robots.txt | more than 5 redirects | status 200, after 5 redirects at most |

### None

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
    CONCAT('more than ', $max_redirects, ' redirects') AS observed,
    CONCAT('status 200, after ', $max_redirects, ' redirects at most') AS expected
FROM robots
WHERE
    redirects > $max_redirects
    AND origin IN (SELECT site_origins.origin FROM site_origins)

/*
---
severity: notice
confidence: medium
basis: documented
engines: [protocol, google]
aliases: [robots-redirect]
needs: [robots]
over: robots
when: "policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# robots.txt redirects

## What it finds

A host of the audited sites whose `/robots.txt` redirects, five times at most, and is then read. A
single redirect to the same file of another variant of the host (http to https, `www.` or not) is
how it should be, and is left out.

## Why it matters

Crawlers follow up to five redirects and apply what they find to the host that they asked. Each
redirect is one more thing that may fail, and rules on another host are easily changed without this
one in mind.

## How to fix it

Have `/robots.txt` answer with status 200 itself.

## Example

### To another host, by two hops, and to the main variant

`robots`

| origin | redirects | final_url |
|---|---|---|
| https://example.com | 1 | https://cdn.example.net/robots.txt |
| https://shop.example.com | 2 | https://shop.example.com/r.txt |
| http://www.example.com | 1 | https://example.com/robots.txt |

finds:

| url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | https://cdn.example.net/robots.txt | 1 redirect to another host | status 200 |
| https://shop.example.com/robots.txt | https://shop.example.com/r.txt | 2 redirects | status 200 |

### More than five, a redirect to nothing, and none

`robots`

| origin | redirects | status | final_url |
|---|---|---|---|
| https://example.com | 6 | 301 | https://example.com/r6.txt |
| https://shop.example.com | 1 | 404 | https://shop.example.com/r.txt |
| https://www.example.com | 0 | 200 | https://www.example.com/robots.txt |

finds:

nothing
*/
SELECT
    url,
    final_url AS related_url,
    CONCAT(
        redirects,
        CASE WHEN redirects = 1 THEN ' redirect' ELSE ' redirects' END,
        CASE
            WHEN SPLIT_PART(final_url, '/', 3) <> SPLIT_PART(url, '/', 3) THEN ' to another host'
            ELSE ''
        END
    ) AS observed,
    'status 200' AS expected
FROM robots
WHERE
    policy = 'rules'
    AND redirects BETWEEN 1 AND 5
    AND origin IN (SELECT site_origins.origin FROM site_origins)
    AND NOT (
        redirects = 1
        AND REGEXP_REPLACE(final_url, '^https?://(www[.])?', '')
        = REGEXP_REPLACE(url, '^https?://(www[.])?', '')
    )

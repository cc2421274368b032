/*
---
severity: notice
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [robots-missing]
known_as:
  ContentKing: ["robots.txt: accessible"]
  Semrush: ["Robots.txt not found"]
needs: [robots, sitemaps]
over: robots
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
unknown: "COALESCE(status, 500) NOT BETWEEN 200 AND 499 OR status IN (401, 403, 429)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# No robots.txt

## What it finds

A host of the audited sites whose `/robots.txt` answers with a 4xx status other than 401, 403 and
429: there is none.

## Why it matters

Crawlers then take everything to be allowed, which may be what is wanted. But the file is also where
they look for the addresses of the sitemaps, and without it they must be told in another way.

## How to fix it

Put a plain text file at `/robots.txt`, even if it holds nothing but a `Sitemap:` line for each
sitemap or sitemap index.

## Example

### One host without the file, one with it

`robots`

| origin | status |
|---|---|
| https://example.com | 404 |
| https://www.example.com | 200 |

finds:

| url | observed | expected |
|---|---|---|
| https://example.com/robots.txt | status 404 | status 200 |

### A host that turns the audit away is not known to have none

`robots`

| origin | status |
|---|---|
| https://example.com | 403 |

finds:

nothing

### The host of a page that is only pointed to is not audited

`robots`

| origin | status |
|---|---|
| https://partner.example | 404 |

`pages`

| url | role |
|---|---|
| https://partner.example/same | canonical |

finds:

nothing
*/
WITH found AS (
    SELECT
        REGEXP_EXTRACT(url, '^https?://[^/]+') AS origin,
        MIN(url) AS url
    FROM sitemaps
    WHERE
        kind IN ('urlset', 'sitemapindex')
        AND entries + children > 0
        AND found_by NOT IN ('index', 'redirect')
    GROUP BY REGEXP_EXTRACT(url, '^https?://[^/]+')
)

SELECT
    robots.url,
    CONCAT('status ', robots.status) AS observed,
    'status 200' AS expected,
    CASE WHEN found.url IS NOT NULL THEN robots.url END AS change_url,
    'add' AS action,
    'sitemap' AS place,
    found.url AS "to"
FROM robots
LEFT JOIN found ON robots.origin = found.origin
WHERE
    robots.status BETWEEN 400 AND 499
    AND robots.status NOT IN (401, 403, 429)
    AND robots.origin IN (SELECT site_origins.origin FROM site_origins)

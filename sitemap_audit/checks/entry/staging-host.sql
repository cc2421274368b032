/*
---
severity: error
cause: has a URL on a staging host
confidence: medium
basis: inferred
engines: [protocol, google, bing, yandex]
needs: [entries, sitemaps, robots, robots_lines]
over: off_host_entries
see:
  - https://www.sitemaps.org/protocol.html#location
since: 0.1.0
---
# Staging URL in sitemap

## What it finds

The host of a listed URL looks like a staging, development or test host (`staging.`, `dev.`,
`test.`, `localhost`, a private IP address, `*.vercel.app`, `*.netlify.app`), and the host of the
sitemap does not. A staging site that lists its own URLs is not reported.

## Why it matters

The sitemap was generated with the settings of another environment. Search engines may index the
staging site or cannot reach it, and the public pages are not listed. The sitemap protocol allows
URLs of the sitemap's own host only.

## How to fix it

Set the base URL in the CMS, the sitemap generator or the environment variables of the deployment to
the public host. Protect the staging site with a password.

## Example

### A local server and a staging host

`entries`

| loc | line |
|---|---|
| http://localhost:3000/a | 3 |
| https://staging.example.com/b | 6 |
| https://example.com/c | 9 |
| https://contest.example.com/d | 12 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| http://localhost:3000/a | https://example.com/sitemap.xml | 3 | localhost:3000 | example.com | Replace with https://example.com/a if it returns 200 |
| https://staging.example.com/b | https://example.com/sitemap.xml | 6 | staging.example.com | example.com | Replace with https://example.com/b if it returns 200 |

### A staging site that lists its own URLs and those of another staging host

`entries`

| sitemap_url | loc |
|---|---|
| http://127.0.0.1:8000/sitemap.xml | http://127.0.0.1:8000/a |
| https://dev.example.com/sitemap.xml | https://test.example.com/a |

finds:

nothing
*/
WITH staging AS (
    SELECT
        place.url,
        place.sitemap_url,
        place.line,
        entries.loc,
        CONCAT(
            REGEXP_EXTRACT(place.sitemap_url, '^https?://[^/]+'),
            REGEXP_REPLACE(place.url, '^https?://[^/]+', '')
        ) AS meant
    FROM off_host_entries AS place
    INNER JOIN entries
        ON
            place.sitemap_id = entries.sitemap_id
            AND place.position = entries.position
            AND entries.kind = 'url'
    WHERE place.is_staging
)

SELECT
    staging.url,
    staging.sitemap_url,
    staging.line,
    SPLIT_PART(staging.url, '/', 3) AS observed,
    SPLIT_PART(staging.sitemap_url, '/', 3) AS expected,
    COALESCE(
        page.fix, CONCAT('Replace with ', staging.meant, ' if it returns 200')
    ) AS fix,
    CASE WHEN page.action IS NOT NULL THEN staging.sitemap_url END AS change_url,
    page.action,
    'loc' AS place,
    staging.loc AS "from",
    page.wanted AS "to"
FROM staging
LEFT JOIN meant_urls AS page ON staging.meant = page.url

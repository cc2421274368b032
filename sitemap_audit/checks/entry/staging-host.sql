/*
---
severity: error
confidence: medium
basis: inferred
engines: [protocol, google, bing, yandex]
aliases: [loc-staging-host]
needs: [entries, sitemaps, robots, robots_lines]
over: off_host_entries
see:
  - https://www.sitemaps.org/protocol.html#location
since: 0.1.0
---
# Entry on a host for tests

## What it finds

An entry whose host looks like one for tests (`staging.`, `dev.`, `test.`, `localhost`, a private
address, `*.vercel.app`, `*.netlify.app`), while the sitemap's own host does not. A site for tests
that lists itself is no fault.

## Why it matters

The sitemap was made with the settings of another machine. Search engines find pages that they
cannot reach or that nobody should see, and the site's own pages are not listed.

## How to fix it

Set the address of the site in the generator's settings to the public one.

## Example

### From a machine of the developers

`entries`

| loc | line |
|---|---|
| http://localhost:3000/a | 3 |
| https://staging.example.com/b | 6 |
| https://example.com/c | 9 |
| https://contest.example.com/d | 12 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| http://localhost:3000/a | https://example.com/sitemap.xml | 3 | localhost:3000 | example.com |
| https://staging.example.com/b | https://example.com/sitemap.xml | 6 | staging.example.com | example.com |

### A site for tests lists itself, and its twin

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
    CASE WHEN page.url IS NOT NULL THEN staging.sitemap_url END AS change_url,
    CASE WHEN page.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    staging.loc AS "from",
    CASE WHEN NOT page.listed THEN page.url END AS "to"
FROM staging
LEFT JOIN indexability AS page ON staging.meant = page.url AND page.is_indexable

/*
---
severity: notice
cause: has an og:url that differs from the canonical
confidence: pedantic
basis: advisory
engines: [google, bing]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: "og:url"
when: "listed"
see:
  - https://ogp.me/
since: 0.1.0
---
# Canonical and og:url differ

## What it finds

The `og:url` of a listed page is a different URL than its canonical, or than the page's own URL where
the canonical is wrong.

## Why it matters

The Open Graph protocol defines `og:url` as the canonical URL of the page: social networks count
shares and likes for it. Google and Bing do not document it as a canonical signal. A difference
usually means that one of the two values is outdated.

## How to fix it

Set `og:url` to the canonical URL in the template or the SEO plugin (Yoast and Rank Math write both
from one value).

## Example

### og:url still has the HTTP URL

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | og_url |
|---|---|
| https://example.com/a | http://example.com/a |
| https://example.com/b | https://example.com/b |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/b |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/a | og:url: http://example.com/a | og:url: https://example.com/a | Set og:url to https://example.com/a | https://example.com/a | replace | meta | og:url: http://example.com/a | og:url: https://example.com/a |
*/
WITH targets AS (
    SELECT
        url,
        url_key,
        COALESCE(better, 'canonical') AS better,
        CASE better WHEN 'page' THEN url ELSE canonical END AS wanted
    FROM canonical_targets
)

SELECT
    target.url,
    listed.sitemap_url,
    pages.og_url AS related_url,
    listed.line,
    CONCAT('og:url: ', pages.og_url) AS observed,
    CASE target.better
        WHEN 'unknown' THEN 'The same URL in og:url and canonical'
        ELSE CONCAT('og:url: ', target.wanted)
    END AS expected,
    CASE target.better
        WHEN 'unknown' THEN 'Use one URL in canonical and og:url'
        ELSE CONCAT('Set og:url to ', target.wanted)
    END AS fix,
    CASE WHEN target.better <> 'unknown' THEN target.url END AS change_url,
    'replace' AS action,
    'meta' AS place,
    'og:url: ' || pages.og_url AS "from",
    'og:url: ' || target.wanted AS "to"
FROM targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
INNER JOIN pages ON target.url_key = pages.url_key
WHERE pages.og_url <> target.wanted

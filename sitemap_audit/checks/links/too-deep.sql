/*
---
severity: notice
cause: is too many clicks away from the homepage
confidence: high
basis: advisory
engines: [google, bing]
needs: [entries, link_targets, outlinks, pages]
over: listed_links
when: "inlinks > 0 OR depth IS NOT NULL OR unknown_reason IS NOT NULL"
unknown: "unknown_reason IS NOT NULL"
parameters:
  clicks: 4
see:
  - https://developers.google.com/search/docs/crawling-indexing/links-crawlable
since: 0.1.0
---
# URL in sitemap more than 4 clicks deep

## What it finds

A listed indexable URL that is more than 4 (`clicks`) links away from the homepage, on the shortest
way (`--crawl`). A redirect costs no click, and a link to another variant of the URL or to a URL
that is canonicalized to it counts. Checked where `links/orphan` is. If a few pages could not be
read, the finding says how many: a link on one of them may make the way shorter, never longer.

## Why it matters

Search engines take pages near the homepage for more important. They crawl deep ones less often.

## How to fix it

Link to the page from a page nearer to the homepage: a category, a hub page, or the navigation. Show
more items on each page of long lists.

## Example

### Four clicks from the homepage, with a limit of three

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/5 |
| https://example.com/6 |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/1 |
| https://example.com/1 | https://example.com/2 |
| https://example.com/2 | https://example.com/3 |
| https://example.com/3 | https://example.com/4 |
| https://example.com/4 | https://example.com/5 |
| https://example.com/5 | https://example.com/6 |
| https://example.com/2 | https://example.com/short |

`pages`

| url | role | status | location |
|---|---|---|---|
| https://example.com/ | home | 200 | |
| https://example.com/1 | linked | 200 | |
| https://example.com/2 | linked | 200 | |
| https://example.com/3 | linked | 200 | |
| https://example.com/4 | linked | 200 | |
| https://example.com/5 | listed | 200 | |
| https://example.com/6 | listed | 200 | |
| https://example.com/short | linked | 301 | https://example.com/5 |

`parameters`

| clicks |
|---|
| 3 |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/6 | https://example.com/sitemap.xml | | 4 clicks from the homepage, by https://example.com/5 | At most 3 | Link to it from a page nearer to the homepage |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(
        depth,
        CASE depth WHEN 1 THEN ' click' ELSE ' clicks' END,
        ' from the homepage',
        ', by ' || referrer,
        '; ' || caveat
    ) AS observed,
    CONCAT('At most ', CAST($clicks AS BIGINT)) AS expected,
    'Link to it from a page nearer to the homepage' AS fix
FROM listed_links
WHERE depth > $clicks AND is_indexable AND unknown_reason IS NULL

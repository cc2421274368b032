/*
---
severity: notice
cause: is linked and redirects to a listed URL
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, link_targets, outlinks, pages]
over: linked_urls
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/links-crawlable
since: 0.1.0
---
# Internal link redirects to listed URL

## What it finds

Pages link to a URL that redirects permanently (301, 308) to an indexable URL in a sitemap
(`--crawl`). Temporary redirects, and links to the homepage, are not reported.

## Why it matters

Each such link costs visitors and search engines one more request. Links are a signal for the
canonical URL: here they disagree with the sitemap.

## How to fix it

Change the links to the listed URL. Where many pages have such a link, change the template, the
navigation or the base URL in the CMS.

## Example

### Links to an old URL

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://example.com/tea | 4 |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/old |
| https://example.com/ | https://example.com/today |
| https://example.com/tea | https://example.com/old |

`pages`

| url | role | status | location |
|---|---|---|---|
| https://example.com/ | home | 200 | |
| https://example.com/tea | listed | 200 | |
| https://example.com/old | linked | 301 | https://example.com/tea |
| https://example.com/today | linked | 302 | https://example.com/tea |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/tea | 4 | 2 pages link to it; 301 | Links to https://example.com/tea | Link to https://example.com/tea on 2 pages, such as https://example.com/ | https://example.com/ | replace | link | https://example.com/old | https://example.com/tea |
*/
SELECT
    url,
    sitemap_url,
    listed_url AS related_url,
    line,
    CONCAT(
        FORMAT_NUMBER(inlinks, 0),
        CASE inlinks WHEN 1 THEN ' page links' ELSE ' pages link' END,
        ' to it; ',
        observed
    ) AS observed,
    CONCAT('Links to ', listed_url) AS expected,
    CASE inlinks
        WHEN 1 THEN CONCAT('Link to ', listed_url, ' on ', referrer)
        ELSE CONCAT(
            'Link to ', listed_url, ' on ', FORMAT_NUMBER(inlinks, 0), ' pages, such as ', referrer
        )
    END AS fix,
    referrer AS change_url,
    'replace' AS action,
    'link' AS place,
    url AS "from",
    listed_url AS "to"
FROM linked_urls
WHERE kind = 'redirect' AND unknown_reason IS NULL

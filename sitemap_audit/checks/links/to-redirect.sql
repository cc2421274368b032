/*
---
severity: notice
cause: has internal links and a redirect to a listed URL
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

Change the links to the listed URL: in the template, if the navigation, header or footer of many pages
has them. If all links have another protocol or host, change the base URL in the CMS.

## Example

### Links to an old URL

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://example.com/tea | 4 |

`outlinks`

| url | target | text | place |
|---|---|---|---|
| https://example.com/ | https://example.com/old | Our tea | header |
| https://example.com/ | https://example.com/today | Today | content |
| https://example.com/tea | https://example.com/old | Our tea | header |

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
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/tea | 4 | 301; linked in the header of 2 pages, such as https://example.com/ | Links to https://example.com/tea | Link "Our tea" to https://example.com/tea in the header of https://example.com/ and 1 other page | https://example.com/ | replace | link | https://example.com/old | https://example.com/tea |
*/
SELECT
    url,
    sitemap_url,
    listed_url AS related_url,
    line,
    observed,
    expected,
    fix,
    change_url,
    action,
    place,
    "from",
    "to"
FROM linked_urls
WHERE kind = 'redirect' AND unknown_reason IS NULL

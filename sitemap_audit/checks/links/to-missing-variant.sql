/*
---
severity: warning
cause: is missing (404) and linked instead of a listed URL
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, link_targets, outlinks, pages]
over: linked_urls
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/links-crawlable
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Internal link to misspelled listed URL

## What it finds

Pages link to a URL that returns 404 or 410, and a sitemap lists an indexable URL that
differs from it only in a trailing slash, upper and lower case, http or https, `www.`, the index
page or the order of the parameters (`--crawl`).

## Why it matters

Visitors and search engines get an error page instead of a page that exists. The page loses the
signals of these links.

## How to fix it

Change the links to the listed URL: in the template, if the navigation, header or footer of many pages
has them. Redirect the misspelled
URL to it (301), because other sites may link to it too.

## Example

### A link in capitals

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://example.com/green-tea | 4 |

`outlinks`

| url | target | text | place |
|---|---|---|---|
| https://example.com/ | https://example.com/Green-Tea | Green tea | navigation |
| https://example.com/ | https://example.com/black-tea | Black tea | navigation |

`pages`

| url | role | status |
|---|---|---|
| https://example.com/ | home | 200 |
| https://example.com/green-tea | listed | 200 |
| https://example.com/Green-Tea | linked | 404 |
| https://example.com/black-tea | linked | 404 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/Green-Tea | https://example.com/sitemap.xml | https://example.com/green-tea | 4 | 404; linked in the navigation of https://example.com/ | Links to https://example.com/green-tea | Link "Green tea" to https://example.com/green-tea in the navigation of https://example.com/ | https://example.com/ | replace | link | https://example.com/Green-Tea | https://example.com/green-tea |
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
WHERE kind = 'missing' AND unknown_reason IS NULL

/*
---
severity: warning
cause: is linked and returns 404 where a sitemap lists the right URL
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

Change the links to the listed URL, in the template if many pages have them. Redirect the misspelled
URL to it (301), because other sites may link to it too.

## Example

### A link in capitals

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://example.com/green-tea | 4 |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/Green-Tea |
| https://example.com/ | https://example.com/black-tea |

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
| https://example.com/Green-Tea | https://example.com/sitemap.xml | https://example.com/green-tea | 4 | 1 page links to it; 404 | Links to https://example.com/green-tea | Link to https://example.com/green-tea on https://example.com/ | https://example.com/ | replace | link | https://example.com/Green-Tea | https://example.com/green-tea |
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
WHERE kind = 'missing' AND unknown_reason IS NULL

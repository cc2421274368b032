/*
---
severity: warning
cause: is linked instead of the listed variant
confidence: high
basis: documented
engines: [google, bing, yandex]
needs: [entries, link_targets, outlinks, pages, page_canonicals]
over: linked_urls
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Links and sitemap use different URL variants

## What it finds

Pages link to a URL that returns a page, and a sitemap lists an indexable URL that differs
from it only in a trailing slash, upper and lower case, http or https, `www.`, the index page or the
order of the parameters (`--crawl`). The linked variant is indexable too, or its canonical is the
listed one. A variant that redirects is reported by `links/to-redirect`, one that returns 404 by
`links/to-missing-variant`.

## Why it matters

Internal links and sitemaps are signals for the canonical URL. If they disagree, search engines
crawl both variants and may index the one that you do not want.

## How to fix it

Change the links to the listed URL: in the template, if the navigation, header or footer of many pages
has them. Redirect the other
variant to it (301). If the linked variant is the right one, list it instead.

## Example

### Linked with a trailing slash, listed without

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://example.com/tea | 4 |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/tea/ |
| https://example.com/ | https://example.com/teapot/ |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/tea | listed |
| https://example.com/tea/ | linked |
| https://example.com/teapot/ | linked |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/tea/ | https://example.com/sitemap.xml | https://example.com/tea | 4 | 200; linked in the main content of https://example.com/ | Links to https://example.com/tea | Link to https://example.com/tea in the main content of https://example.com/ | https://example.com/ | replace | link | https://example.com/tea/ | https://example.com/tea |

### A variant that robots.txt blocks

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/tea |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/tea |
| https://example.com/ | https://example.com/Tea |
| https://example.com/ | https://example.com/TEA |

`pages`

| url | role | error | robots | status | noindex |
|---|---|---|---|---|---|
| https://example.com/ | home | | allowed | 200 | false |
| https://example.com/tea | listed | | allowed | 200 | false |
| https://example.com/Tea | linked | disallowed | disallowed | | |
| https://example.com/TEA | linked | | allowed | 200 | true |

finds:

nothing
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
WHERE kind = 'variant' AND unknown_reason IS NULL

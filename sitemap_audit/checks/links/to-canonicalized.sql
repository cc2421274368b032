/*
---
severity: notice
cause: has internal links and the canonical of a listed URL
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, link_targets, outlinks, pages, page_canonicals]
over: linked_urls
when: "is_canonicalized OR unknown_reason IS NOT NULL"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/links-crawlable
since: 0.1.0
---
# Internal links to canonicalized URL

## What it finds

Pages link to a URL whose canonical is an indexable URL in a sitemap (`--crawl`). Left out are
paginated, sorted and filtered lists, and URLs that differ from the listed one only in a slash, upper
and lower case, http or https, `www.` or the index page (`links/other-variant`).

## Why it matters

Google asks to link to the canonical URL and not to its duplicates. Links are a signal for the URL to
index: here they disagree with canonical and sitemap, and search engines crawl both URLs.

## How to fix it

Change the links to the canonical URL: in the template, if the navigation, header or footer of many
pages has them. Leave tracking parameters out of internal links. In Shopify, remove `within:
collection` from the product links of the theme.

## Example

### A product that is linked by its path in a collection

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://example.com/products/tea | 4 |

`outlinks`

| url | target | text | place |
|---|---|---|---|
| https://example.com/ | https://example.com/collections/hot/products/tea | Tea | content |
| https://example.com/ | https://example.com/collections/hot/products/cup | Cup | content |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/products/tea | listed |
| https://example.com/collections/hot/products/tea | linked |
| https://example.com/collections/hot/products/cup | linked |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/collections/hot/products/tea | https://example.com/products/tea |
| https://example.com/collections/hot/products/cup | https://example.com/products/cup |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/collections/hot/products/tea | https://example.com/sitemap.xml | https://example.com/products/tea | 4 | 200; linked in the main content of https://example.com/ | Links to https://example.com/products/tea | Link "Tea" to https://example.com/products/tea in the main content of https://example.com/ | https://example.com/ | replace | link | https://example.com/collections/hot/products/tea | https://example.com/products/tea |
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
WHERE kind = 'duplicate' AND unknown_reason IS NULL

/*
---
severity: notice
cause: is another form of a list
confidence: medium
basis: advisory
engines: [google, bing]
needs: [entries, pages]
over: list_variants
when: "kind IN ('sorting', 'filter') AND url_key IN (SELECT listed.url_key FROM listed)"
see:
  - https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading
  - https://developers.google.com/search/docs/crawling-indexing/crawling-managing-faceted-navigation
since: 0.1.0
---
# Sorted or filtered list in sitemap

## What it finds

A listed URL is another form of a list that is listed or crawled too: another order (`?sort=price`),
or a filter (`?filter=red`). The list is the URL without these parameters. If the page is
canonicalized to another URL, the checks of canonicals report it.

A property alone (`?color=red`) is not reported, because it may be a product variant of its own.
A page of the list from the second on (`?page=2`, `/page/2/`) is not reported either: Google treats
it as a page of its own, with its own canonical, and it may be indexed and listed.

## Why it matters

Lists in all their forms are many URLs with the same links and no content of their own. They use up
crawl budget that the items of the list need.

## How to fix it

List each list and its items, and exclude the other forms in the sitemap generator.

## Example

### By parameter

`entries`

| loc | line |
|---|---|
| https://example.com/shop | 3 |
| https://example.com/shop?page=2 | 4 |
| https://example.com/shop?sort=price&in=stock | 5 |
| https://example.com/shop?color=red | 6 |
| https://example.com/blog/ | 7 |
| https://example.com/blog/page/3/ | 8 |
| https://example.com/cms?page=12 | 9 |
| https://example.com/shop?in=stock | 10 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/shop?sort=price&in=stock | https://example.com/sitemap.xml | https://example.com/shop?in=stock | 5 | Sorted list | The list or its items | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/shop?sort=price&in=stock |
*/
WITH lists AS (
    SELECT url FROM listed
    UNION
    SELECT url FROM pages
    WHERE status = 200
)

SELECT
    variant.url,
    listed.sitemap_url,
    variant.base_url AS related_url,
    listed.line,
    CASE variant.kind WHEN 'sorting' THEN 'Sorted list' ELSE 'Filtered list' END AS observed,
    'The list or its items' AS expected,
    'Remove from the sitemap' AS fix,
    listed.sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    listed.loc AS "from"
FROM list_variants AS variant
INNER JOIN listed ON variant.url_key = listed.url_key
INNER JOIN lists ON variant.base_url = lists.url
LEFT JOIN indexability AS page ON variant.url_key = page.url_key
WHERE variant.kind IN ('sorting', 'filter') AND COALESCE(page.fault, '') <> 'canonicalised'

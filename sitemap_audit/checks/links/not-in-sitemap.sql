/*
---
severity: warning
cause: is indexable and not in any sitemap
confidence: high
basis: documented
engines: [google, bing]
follows:
  - links/directory-not-listed
known_as:
  Ahrefs: ["Indexable page not in sitemap"]
  Lumar: ["Primary Pages Not in Sitemaps"]
  Screaming Frog: ["Sitemaps: URLs Not In Sitemap"]
adds: 3
needs: [entries, link_targets, outlinks, pages, page_canonicals]
over: linked_pages
when: "(listed OR canonicalized = 0) AND (listed OR NOT (is_annotated OR is_replacement))"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/sitemaps-3b5cf6ed
since: 0.1.0
---
# Indexable URL not in sitemap

## What it finds

An indexable HTML page with internal links (`--crawl`) that is in no sitemap, although a sitemap
lists other pages of its host. Checked only if the crawl was complete and all sitemaps were read;
the pages of a URL trap, such as an endless calendar, are not checked. Left out are pages that need
no entry (paginated, sorted and filtered lists, internal search, copies of a listed page) and pages
that another check reports: the homepage (`site/home-not-listed`), hreflang alternates
(`hreflang/alternate-not-in-sitemap`), canonicals (`links/canonical-not-in-sitemap`) and variants of
a listed URL (`links/other-variant`).

## Why it matters

Search engines find and recrawl such a page by its links alone, so later and less often. Search
Console does not count it among the submitted pages.

## How to fix it

Include the page type in the sitemap generator or CMS plugin. If search engines must not index the
page, set `noindex`.

## Example

### A linked page is not listed

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/blog/a |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/blog/a |
| https://example.com/ | https://example.com/blog/b |
| https://example.com/blog/a | https://example.com/blog/b |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/blog/a | listed |
| https://example.com/blog/b | linked |

finds:

| url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/blog/b | https://example.com/blog/ | In no sitemap; 2 pages link to it, such as https://example.com/ | Listed in a sitemap | Add <url><loc>https://example.com/blog/b</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/blog/b |

### Pages that need no entry

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/shop |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/shop |
| https://example.com/ | https://example.com/shop?page=2 |
| https://example.com/ | https://example.com/cart |
| https://example.com/ | https://example.com/price-list.pdf |

`pages`

| url | role | noindex | content_type |
|---|---|---|---|
| https://example.com/ | home | false | text/html |
| https://example.com/shop | listed | false | text/html |
| https://example.com/shop?page=2 | linked | false | text/html |
| https://example.com/cart | linked | true | text/html |
| https://example.com/price-list.pdf | linked | false | application/pdf |

finds:

nothing
*/
SELECT
    url,
    directory AS related_url,
    CONCAT(
        'In no sitemap; ',
        FORMAT_NUMBER(inlinks, 0),
        CASE inlinks WHEN 1 THEN ' page links' ELSE ' pages link' END,
        ' to it, such as ' || referrer
    ) AS observed,
    'Listed in a sitemap' AS expected,
    CONCAT('Add <url><loc>', REPLACE(url, '&', '&amp;'), '</loc></url>') AS fix,
    sitemap_url AS change_url,
    'add' AS action,
    'loc' AS place,
    url AS "to"
FROM linked_pages
WHERE
    NOT listed
    AND is_indexable
    AND unknown_reason IS NULL
    AND canonicalized = 0
    AND NOT is_annotated
    AND NOT is_replacement

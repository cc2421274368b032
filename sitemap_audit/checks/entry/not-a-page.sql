/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [loc-non-page-resource]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
see:
  - https://developers.google.com/search/docs/crawling-indexing/indexable-file-types
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Listed file that is no page

## What it finds

A listed URL that answers with an image, a feed or an XML file; or, where it was not fetched, one
whose name ends as that of an image, a stylesheet, a script, a font or a feed does. Documents such
as PDF are indexed and no fault. Other types are the matter of `status/not-indexable-type`.

## Why it matters

A sitemap lists pages. Images belong into `<image:image>` of the page that shows them, sitemaps into
an index; feeds and scripts are not indexed.

## How to fix it

Take the file out of the sitemap.

## Example

### An image, a feed, a document

`entries`

| loc | line |
|---|---|
| https://example.com/logo.png | 3 |
| https://example.com/feed | 6 |
| https://example.com/paper.pdf | 9 |
| https://example.com/what-is-a.js | 12 |

`pages`

| url | content_type |
|---|---|
| https://example.com/logo.png | image/png |
| https://example.com/feed | application/rss+xml |
| https://example.com/paper.pdf | application/pdf |
| https://example.com/what-is-a.js | text/html |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/logo.png | https://example.com/sitemap.xml | 3 | image/png | a page |
| https://example.com/feed | https://example.com/sitemap.xml | 6 | application/rss+xml | a page |

### Not fetched: the name decides

`entries`

| loc | line |
|---|---|
| https://example.com/style.css | 3 |
| https://example.com/page.html | 6 |
| https://example.com/node.js/news | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/style.css | https://example.com/sitemap.xml | 3 | a file named .css | a page |

### What is gone is another matter

`entries`

| loc | line |
|---|---|
| https://example.com/logo.png | 3 |

`pages`

| url | status |
|---|---|
| https://example.com/logo.png | 404 |

finds:

nothing
*/
WITH files AS (
    SELECT
        listed_pages.url,
        listed_pages.sitemap_url,
        listed_pages.line,
        listed_pages.state,
        pages.content_type,
        REGEXP_EXTRACT(
            LOWER(SPLIT_PART(listed_pages.url, '?', 1)),
            '^https?://[^/]+/.*([.](jpe?g|png|gif|webp|avif|svg|ico|css|m?js|woff2?|rss|atom))$',
            1
        ) AS ending
    FROM listed_pages
    LEFT JOIN pages ON listed_pages.page_id = pages.id
)

SELECT
    url,
    sitemap_url,
    line,
    COALESCE(content_type, CONCAT('a file named ', ending)) AS observed,
    'a page' AS expected
FROM files
WHERE
    (
        state = 'ok'
        AND (
            content_type LIKE 'image/%'
            OR content_type IN (
                'application/xml', 'text/xml', 'application/rss+xml', 'application/atom+xml'
            )
        )
    )
    OR (state = 'unknown' AND content_type IS NULL AND ending <> '')

/*
---
severity: notice
confidence: medium
basis: inferred
engines: [google]
aliases: [page-not-html]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/indexable-file-types
since: 0.1.0
---
# Listed URL of a type that is not indexed

## What it finds

A URL in a sitemap that answers with a body of a media type that search engines do not index as a
page (JSON, JavaScript, CSS, archives, fonts, `application/octet-stream`), or without any.

## Why it matters

Search engines index pages, documents, images and videos. Other files in a sitemap cost crawls and
bring nothing. Without a Content-Type, readers guess.

## How to fix it

Take the file out of the sitemap, or have the server send the Content-Type of what the page is.

## Example

### A feed of data, and an untyped page

`entries`

| loc |
|---|
| https://example.com/data |
| https://example.com/untyped |
| https://example.com/page |
| https://example.com/paper.pdf |

`pages`

| url | content_type |
|---|---|
| https://example.com/data | application/json |
| https://example.com/untyped | |
| https://example.com/page | text/html |
| https://example.com/paper.pdf | application/pdf |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/data | https://example.com/sitemap.xml | application/json | text/html, or another type that is indexed | take it out |
| https://example.com/untyped | https://example.com/sitemap.xml | no Content-Type | text/html, or another type that is indexed | |

### An error page's type does not matter

`entries`

| loc |
|---|
| https://example.com/gone |

`pages`

| url | status | content_type |
|---|---|---|
| https://example.com/gone | 404 | application/json |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    COALESCE(pages.content_type, 'no Content-Type') AS observed,
    'text/html, or another type that is indexed' AS expected,
    CASE WHEN pages.content_type IS NULL THEN NULL ELSE 'take it out' END AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE
    listed_pages.state = 'ok'
    AND COALESCE(listed_pages.fault, '') <> 'empty'
    AND (
        pages.content_type IS NULL
        OR pages.content_type LIKE 'font/%'
        OR pages.content_type IN (
            'application/json',
            'application/ld+json',
            'application/javascript',
            'application/octet-stream',
            'application/gzip',
            'application/zip',
            'text/css',
            'text/javascript'
        )
    )

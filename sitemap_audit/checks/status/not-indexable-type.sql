/*
---
severity: notice
cause: has a file type that search engines do not index
confidence: medium
basis: inferred
engines: [google]
needs: [entries, pages, sitemaps]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/indexable-file-types
since: 0.1.0
---
# Non-indexable file type in sitemap

## What it finds

A listed URL that returns 200 with a media type that search engines do not index as a page: JSON,
JavaScript, CSS, a font, an archive, a web manifest, WebAssembly, `application/octet-stream`; or
without a Content-Type. `entry/not-a-page` reports file names that are not pages,
`status/html-as-other-type` reports HTML with a wrong type.

## Why it matters

Google indexes the file types in its list: HTML, PDF, Office documents, text, images and videos.
Other files in a sitemap waste crawl budget. Without a Content-Type, a search engine must guess.

## How to fix it

Exclude the file in the sitemap generator (in Yoast or Rank Math: exclude the post type or media).
If the URL is a page, set its Content-Type on the server.

## Example

### JSON, and a page without a Content-Type

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

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/data | https://example.com/sitemap.xml | Content-Type: application/json | text/html or another indexable type | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/data |
| https://example.com/untyped | https://example.com/sitemap.xml | No Content-Type | text/html or another indexable type | Set a Content-Type on the server | | | | |

### 404 with a JSON body

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
    COALESCE('Content-Type: ' || pages.content_type, 'No Content-Type') AS observed,
    'text/html or another indexable type' AS expected,
    CASE
        WHEN pages.content_type IS NULL THEN 'Set a Content-Type on the server'
        ELSE 'Remove from the sitemap'
    END AS fix,
    CASE WHEN pages.content_type IS NOT NULL THEN listed_pages.sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    listed_pages.loc AS "from"
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
LEFT JOIN named_files
    ON listed_pages.url_key = named_files.url_key AND named_files.kind <> 'asset'
WHERE
    listed_pages.state = 'ok'
    AND NOT COALESCE(pages.looks_like_html, FALSE)
    AND COALESCE(listed_pages.fault, '') <> 'empty'
    AND named_files.url_key IS NULL
    AND (
        pages.content_type IS NULL
        OR pages.content_type LIKE 'font/%'
        OR pages.content_type LIKE 'application/font-%'
        OR pages.content_type LIKE 'application/x-font-%'
        OR pages.content_type IN (
            'application/json',
            'application/ld+json',
            'application/manifest+json',
            'application/javascript',
            'application/x-javascript',
            'application/ecmascript',
            'application/wasm',
            'application/octet-stream',
            'application/vnd.ms-fontobject',
            'application/gzip',
            'application/x-gzip',
            'application/zip',
            'application/x-zip-compressed',
            'application/vnd.rar',
            'application/x-rar-compressed',
            'application/x-7z-compressed',
            'application/x-tar',
            'text/css',
            'text/javascript'
        )
    )

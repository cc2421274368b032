/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing, yandex]
aliases: [index-loc-is-page]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL AND COALESCE(child_found_by, 'index') = 'index'"
unknown: "child_kind IS NULL"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap index that lists a page

## What it finds

A child of a sitemap index that is no sitemap but a page for visitors: HTML, or a document that is
neither XML nor a list of addresses.

## Why it matters

An index may list sitemaps only. The page is not found through it, and the engine reports a file
that it cannot read.

## How to fix it

List the page in a sitemap. If a sitemap was meant, correct its address or have it answer with the
file.

## Example

### A page and a document

`sitemaps`

| url | found_by | kind | root | content_type |
|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | sitemapindex | application/xml |
| https://example.com/about | index | html | | text/html |
| https://example.com/price-list | index | unknown | | application/pdf |
| https://example.com/a.xml | index | urlset | urlset | application/xml |
| https://example.com/data.xml | index | unknown | products | application/xml |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/about | 3 |
| https://example.com/index.xml | sitemap | https://example.com/price-list | 4 |
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 5 |
| https://example.com/index.xml | sitemap | https://example.com/data.xml | 6 |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/about | 3 | an HTML page | a sitemap | https://example.com/index.xml | remove | loc | https://example.com/about |
| https://example.com/index.xml | https://example.com/price-list | 4 | application/pdf | a sitemap | https://example.com/index.xml | remove | loc | https://example.com/price-list |

### Packed in a way that is not supported, and broken off

`sitemaps`

| url | found_by | kind | compression | complete | stopped_by |
|---|---|---|---|---|---|
| https://example.com/a.xml.zip | index | unknown | zip | true | |
| https://example.com/b.xml.gz | index | unknown | gzip | false | gzip |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml.zip |
| https://example.com/index.xml | sitemap | https://example.com/b.xml.gz |

finds:

nothing
*/
SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CASE
        WHEN child_kind = 'html' THEN 'an HTML page'
        ELSE COALESCE(LOWER(SPLIT_PART(child_content_type, ';', 1)), 'a file of another format')
    END AS observed,
    'a sitemap' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    child_url AS "from"
FROM index_children
WHERE
    child_found_by = 'index'
    AND child_state = 'ok'
    AND child_stopped_by IS NULL
    AND (
        child_kind = 'html'
        OR (
            child_kind = 'unknown'
            AND child_root IS NULL
            AND COALESCE(child_compression, 'gzip') = 'gzip'
        )
    )

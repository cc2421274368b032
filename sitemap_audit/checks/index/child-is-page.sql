/*
---
severity: error
keeps_out: pages
cause: returns a page instead of a sitemap
confidence: high
basis: documented
engines: [google, bing, yandex]
known_as:
  Google Search Console: ["Sitemap is HTML"]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL AND COALESCE(child_found_by, 'index') = 'index'"
unknown: "child_kind IS NULL"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Index entry that is not a sitemap

## What it finds

A URL that a sitemap index lists returns 200 and a page or document: HTML, or a file that is neither
XML nor a list of URLs.

## Why it matters

The sitemap protocol lets a sitemap index list only sitemaps. Search engines do not crawl the page
from here. Search Console reports a file in an unsupported format or "Sitemap is HTML".

## How to fix it

Remove the URL from the sitemap index and list the page in a sitemap. If the URL is that of a
sitemap, correct the server's rewrite rules or the cache, so that it returns the XML file.

## Example

### A page and a PDF

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

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/about | 3 | HTML page | Sitemap | Remove from the sitemap index | https://example.com/index.xml | remove | loc | https://example.com/about |
| https://example.com/index.xml | https://example.com/price-list | 4 | application/pdf | Sitemap | Remove from the sitemap index | https://example.com/index.xml | remove | loc | https://example.com/price-list |

### Not reported here: an unsupported compression, an incomplete file

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
        WHEN child_kind = 'html' THEN 'HTML page'
        ELSE COALESCE(LOWER(SPLIT_PART(child_content_type, ';', 1)), 'Unknown file format')
    END AS observed,
    'Sitemap' AS expected,
    'Remove from the sitemap index' AS fix,
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

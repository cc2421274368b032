/*
---
severity: warning
cause: leads to a file that is not a page
confidence: medium
basis: inferred
engines: [google, bing]
needs: [entries, pages, sitemaps]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: >-
  state = 'unknown' AND url_key NOT IN (SELECT named_files.url_key FROM named_files)
see:
  - https://developers.google.com/search/docs/crawling-indexing/indexable-file-types
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Non-page file in sitemap

## What it finds

A listed URL is one of these:

* robots.txt, a sitemap or a feed, by its name or because the audit read it as one;
* a verification file of a search engine or social network (`google….html`, `BingSiteAuth.xml`,
  `yandex_….html`, `pinterest-….html`) with at most 20 words;
* a technical file: `ads.txt`, a web manifest, a URL below `/.well-known/`;
* an image, a feed or an XML file, by its Content-Type;
* an image, stylesheet, script, font, data file or feed, by its file extension, if it was not
  fetched or its Content-Type is text/plain.

PDF and other documents can be indexed and are not reported. Other Content-Types are reported by
`status/not-indexable-type`.

## Why it matters

A sitemap lists pages. Google does not index robots.txt, sitemaps, feeds, scripts and stylesheets as
pages, so each of them uses up crawl budget. Images belong in the `<image:image>` element of their
page.

## How to fix it

Exclude the file in the settings of the sitemap generator or CMS plugin. List sitemaps in a sitemap
index or in robots.txt.

## Example

### An image, a feed and a PDF

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/logo.png | https://example.com/sitemap.xml | 3 | image/png | HTML page or document | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/logo.png |
| https://example.com/feed | https://example.com/sitemap.xml | 6 | application/rss+xml | HTML page or document | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/feed |

### robots.txt, the sitemap itself, a verification file

`entries`

| loc | line |
|---|---|
| https://example.com/robots.txt | 3 |
| https://example.com/sitemap.xml | 6 |
| https://example.com/google0123456789abcdef.html | 9 |
| https://example.com/google-ads.html | 12 |

`pages`

| url | content_type | words |
|---|---|---|
| https://example.com/robots.txt | text/plain | |
| https://example.com/google0123456789abcdef.html | text/html | 2 |
| https://example.com/google-ads.html | text/html | 300 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/google0123456789abcdef.html | https://example.com/sitemap.xml | 9 | Verification file | HTML page or document | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/google0123456789abcdef.html |
| https://example.com/robots.txt | https://example.com/sitemap.xml | 3 | robots.txt | HTML page or document | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/robots.txt |
| https://example.com/sitemap.xml | https://example.com/sitemap.xml | 6 | Sitemap | HTML page or document | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/sitemap.xml |

### Not fetched: reported by file extension, or not checked

`entries`

| loc | line |
|---|---|
| https://example.com/style.css | 3 |
| https://example.com/page.html | 6 |
| https://example.com/node.js/news | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/style.css | https://example.com/sitemap.xml | 3 | File extension .css (not fetched) | HTML page or document | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/style.css |

### An image that returns 404 is not reported here

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
        listed_pages.loc,
        listed_pages.sitemap_url,
        listed_pages.line,
        CASE
            WHEN named_files.kind IS NULL THEN NULL
            WHEN named_files.kind = 'verification file' AND pages.words > 20 THEN NULL
            WHEN named_files.kind = 'feed' AND pages.parsed THEN NULL
            WHEN named_files.kind = 'file for programs' THEN 'Technical file'
            WHEN named_files.kind = 'robots.txt' THEN 'robots.txt'
            WHEN named_files.kind <> 'asset'
                THEN CONCAT(UPPER(LEFT(named_files.kind, 1)), SUBSTR(named_files.kind, 2))
            WHEN listed_pages.state = 'unknown' AND pages.content_type IS NULL
                THEN CONCAT('File extension ', named_files.ending, ' (not fetched)')
            WHEN pages.content_type = 'text/plain'
                THEN CONCAT('File extension ', named_files.ending, ' (text/plain)')
        END AS name_says,
        CASE
            WHEN listed_pages.state <> 'ok' THEN NULL
            WHEN pages.content_type LIKE 'image/%' THEN pages.content_type
            WHEN
                pages.content_type IN (
                    'application/xml', 'text/xml', 'application/rss+xml', 'application/atom+xml'
                )
                THEN pages.content_type
            WHEN pages.content_type = 'application/feed+json'
                THEN pages.content_type
        END AS type_says
    FROM listed_pages
    LEFT JOIN pages ON listed_pages.page_id = pages.id
    LEFT JOIN named_files ON listed_pages.url_key = named_files.url_key
    WHERE listed_pages.state IN ('ok', 'unknown')
)

SELECT
    url,
    sitemap_url,
    line,
    COALESCE(name_says, type_says) AS observed,
    'HTML page or document' AS expected,
    'Remove from the sitemap' AS fix,
    sitemap_url AS change_url,
    'remove' AS "action",
    'loc' AS place,
    loc AS "from"
FROM files
WHERE COALESCE(name_says, type_says) IS NOT NULL

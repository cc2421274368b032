/*
---
severity: notice
cause: has no lastmod
confidence: pedantic
basis: documented
engines: [google, bing]
needs: [entries, sitemaps]
over: entries
when: "kind = 'url'"
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# lastmod missing

## What it finds

A URL in an XML sitemap has no `<lastmod>`, while other URLs of the file have one. If no URL of the
file has a `<lastmod>`, there is one finding for the sitemap.

## Why it matters

`<lastmod>` is optional. Google and Bing use it to decide which pages to crawl again, so they find
changes later without it.

## How to fix it

Add the date of each page's last change in the sitemap generator or CMS plugin. Yoast and Rank Math
write it by default.

## Example

### Sitemaps with some, no and all dates

`entries`

| sitemap_url | loc | lastmod | line |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 2026-01-15 | 3 |
| https://example.com/a.xml | https://example.com/2 | | 6 |
| https://example.com/b.xml | https://example.com/3 | | 3 |
| https://example.com/c.xml | https://example.com/4 | 2026-01-15 | 3 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/2 | https://example.com/a.xml | 6 | Missing on 1 of 2 URLs | <lastmod> | Add <lastmod> with the date of the page's last change |
| | https://example.com/b.xml | 3 | Missing on 1 of 1 URL | <lastmod> | Add <lastmod> with the date of each page's last change |

### Text sitemaps cannot have dates

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.txt | text |

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.txt | https://example.com/1 |

finds:

nothing
*/
WITH known AS (
    SELECT
        entries.sitemap_id,
        entries.sitemap_url,
        entries.url,
        entries.line,
        entries.lastmod
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    LEFT JOIN cut_entries
        ON entries.sitemap_id = cut_entries.sitemap_id AND entries.position = cut_entries.position
    WHERE
        entries.kind = 'url'
        AND sitemaps.kind = 'urlset'
        AND (cut_entries.position IS NULL OR entries.lastmod IS NOT NULL)
),

files AS (
    SELECT
        sitemap_id,
        sitemap_url,
        MIN(line) AS line,
        COUNT(*) AS entries,
        COUNT(lastmod) AS dated
    FROM known
    GROUP BY sitemap_id, sitemap_url
)

SELECT
    CAST(NULL AS VARCHAR) AS url,
    sitemap_url,
    line,
    CONCAT(
        'Missing on ', FORMAT_NUMBER(entries, 0), ' of ', FORMAT_NUMBER(entries, 0),
        CASE WHEN entries = 1 THEN ' URL' ELSE ' URLs' END
    ) AS observed,
    '<lastmod>' AS expected,
    'Add <lastmod> with the date of each page''s last change' AS fix
FROM files
WHERE dated = 0
UNION ALL
SELECT
    known.url,
    known.sitemap_url,
    known.line,
    CONCAT(
        'Missing on ', FORMAT_NUMBER(files.entries - files.dated, 0),
        ' of ', FORMAT_NUMBER(files.entries, 0), ' URLs'
    ) AS observed,
    '<lastmod>' AS expected,
    'Add <lastmod> with the date of the page''s last change' AS fix
FROM known
INNER JOIN files ON known.sitemap_id = files.sitemap_id
WHERE known.lastmod IS NULL AND files.dated > 0

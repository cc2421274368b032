/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [google, bing]
aliases: [lastmod-missing]
needs: [entries, sitemaps]
over: entries
when: "kind = 'url'"
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Entries without lastmod

## What it finds

An entry of an XML sitemap without `<lastmod>`, where others of the file have one; or a sitemap none
of whose entries has one, once.

## Why it matters

The date is the one thing in a sitemap that tells Google and Bing which pages to visit again. It is
optional.

## How to fix it

Add the date of each page's last change of content, where it is known.

## Example

### Some, none and all

`entries`

| sitemap_url | loc | lastmod | line |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 2026-01-15 | 3 |
| https://example.com/a.xml | https://example.com/2 | | 6 |
| https://example.com/b.xml | https://example.com/3 | | 3 |
| https://example.com/c.xml | https://example.com/4 | 2026-01-15 | 3 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/2 | https://example.com/a.xml | 6 | no lastmod, as in 1 of 2 entries | lastmod where the date is known |
| | https://example.com/b.xml | 3 | no lastmod in any of 1 entries | lastmod where the date is known |

### Lines of text have no dates

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
    CONCAT('no lastmod in any of ', entries, ' entries') AS observed,
    'lastmod where the date is known' AS expected
FROM files
WHERE dated = 0
UNION ALL
SELECT
    known.url,
    known.sitemap_url,
    known.line,
    CONCAT(
        'no lastmod, as in ', files.entries - files.dated, ' of ', files.entries, ' entries'
    ) AS observed,
    'lastmod where the date is known' AS expected
FROM known
INNER JOIN files ON known.sitemap_id = files.sitemap_id
WHERE known.lastmod IS NULL AND files.dated > 0

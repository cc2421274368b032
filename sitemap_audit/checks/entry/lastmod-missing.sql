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

A sitemap in XML with pages that have no `<lastmod>`: how many of them, and where the first stands.

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

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 6 | 1 of 2 entries without lastmod | lastmod where the date is known |
| https://example.com/b.xml | 3 | 1 of 1 entries without lastmod | lastmod where the date is known |

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
SELECT
    entries.sitemap_url,
    MIN(CASE WHEN entries.lastmod IS NULL THEN entries.line END) AS line,
    CONCAT(
        COUNT(*) - COUNT(entries.lastmod), ' of ', COUNT(*), ' entries without lastmod'
    ) AS observed,
    'lastmod where the date is known' AS expected
FROM entries
INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
LEFT JOIN cut_entries
    ON entries.sitemap_id = cut_entries.sitemap_id AND entries.position = cut_entries.position
WHERE
    entries.kind = 'url'
    AND sitemaps.kind = 'urlset'
    AND (cut_entries.position IS NULL OR entries.lastmod IS NOT NULL)
GROUP BY entries.sitemap_id, entries.sitemap_url
HAVING COUNT(*) > COUNT(entries.lastmod)

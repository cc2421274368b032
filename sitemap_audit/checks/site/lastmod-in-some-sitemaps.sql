/*
---
severity: notice
cause: "{host} has sitemaps without lastmod beside others with it"
confidence: medium
basis: documented
engines: [bing]
needs: [entries, sitemaps]
over: sitemaps
when: "kind = 'urlset' AND entries > 0"
unknown: "NOT complete"
parameters: {min_entries: 20, min_percent: 50}
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping
since: 0.2.0
---
# lastmod missing in most sitemaps of a host

## What it finds

The XML sitemaps of a host list at least `min_entries` (20) URLs, and less than `min_percent` (50)
percent of these have a `<lastmod>`: some sitemaps have it, and others have none at all. An invalid
one counts, too. It is not reported if a sitemap of the host could not be read.
`entry/lastmod-coverage` reports single sitemaps with few dates.

## Why it matters

`<lastmod>` is optional. Bing calls it one of the most critical tags of a sitemap and plans its
crawl by it. Where only one part of a site has it, often a second generator or plugin writes the
other sitemaps.

## How to fix it

Turn on lastmod in the generator of the sitemaps without it, where the last change is known. Never
fill the gap with the current time.

## Example

### Dates in one of two sitemaps

`parameters`

| min_entries |
|---|
| 3 |

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/news.xml | https://example.com/1 | 2026-01-15 |
| https://example.com/shop.xml | https://example.com/2 | |
| https://example.com/shop.xml | https://example.com/3 | |
| https://other.example/a.xml | https://other.example/4 | |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/ | https://example.com/shop.xml | lastmod on 1 of 3 URLs (33 %); on none in 1 of 2 sitemaps | lastmod on the URLs whose last change is known | Add <lastmod> with the date of each page's last change |
*/
WITH files AS (
    SELECT
        entries.sitemap_url,
        COUNT(*) AS urls,
        COUNT(entries.lastmod) AS dated
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    WHERE entries.kind = 'url' AND sitemaps.kind = 'urlset'
    GROUP BY entries.sitemap_url
),

origins AS (
    SELECT
        CONCAT(SPLIT_PART(sitemap_url, '/', 1), '//', SPLIT_PART(sitemap_url, '/', 3), '/') AS url,
        MIN(SPLIT_PART(sitemap_url, '/', 3)) AS host,
        SUM(urls) AS urls,
        SUM(dated) AS dated,
        COUNT(*) AS files,
        COUNT(CASE WHEN dated = 0 THEN 1 END) AS undated_files,
        MIN(CASE WHEN dated = 0 THEN sitemap_url END) AS sitemap_url
    FROM files
    GROUP BY CONCAT(SPLIT_PART(sitemap_url, '/', 1), '//', SPLIT_PART(sitemap_url, '/', 3), '/')
)

SELECT
    url,
    sitemap_url,
    CONCAT(
        'lastmod on ', FORMAT_NUMBER(dated, 0), ' of ', FORMAT_NUMBER(urls, 0),
        ' URLs (', CAST(FLOOR(100 * dated / urls) AS INTEGER), ' %); on none in ',
        FORMAT_NUMBER(undated_files, 0), ' of ', FORMAT_NUMBER(files, 0),
        ' sitemaps'
    ) AS observed,
    'lastmod on the URLs whose last change is known' AS expected,
    'Add <lastmod> with the date of each page''s last change' AS fix
FROM origins
WHERE
    host NOT IN (SELECT SPLIT_PART(unread_sitemaps.url, '/', 3) FROM unread_sitemaps)
    AND urls >= $min_entries
    AND dated > 0
    AND undated_files > 0
    AND 100 * dated < $min_percent * urls

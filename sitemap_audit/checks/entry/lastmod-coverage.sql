/*
---
severity: notice
cause: has few URLs with a lastmod
confidence: medium
basis: documented
engines: [bing]
needs: [entries, sitemaps]
over: sitemaps
when: "kind = 'urlset' AND entries >= $min_entries"
parameters: {min_entries: 20, min_percent: 50}
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping
since: 0.2.0
---
# lastmod missing on most URLs

## What it finds

An XML sitemap with at least `min_entries` (20) URLs has a `<lastmod>` on some of them, but on less
than `min_percent` (50) percent. An invalid one counts, too: `entry/lastmod-invalid` reports it. The
pedantic check `entry/lastmod-missing` reports each URL without one, and the sitemaps that have no
`<lastmod>` at all.

## Why it matters

`<lastmod>` is optional. Bing calls it one of the most critical tags of a sitemap and plans its
crawl by it; in 2023, 84 % of the sitemaps that Bing knew had it. Google uses accurate dates to
schedule crawls of known URLs, and accepts pages without one where their last change is not known.

## How to fix it

Add the date of each page's last change in the sitemap generator or CMS plugin, where it is known.
Never fill the gap with the current time.

## Example

### A date on one of three URLs

`parameters`

| min_entries |
|---|
| 3 |

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 2026-01-15 |
| https://example.com/a.xml | https://example.com/2 | |
| https://example.com/a.xml | https://example.com/3 | |
| https://example.com/b.xml | https://example.com/4 | 2026-01-15 |
| https://example.com/b.xml | https://example.com/5 | 2026-01-15 |
| https://example.com/b.xml | https://example.com/6 | |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | lastmod on 1 of 3 URLs (33 %) | lastmod on the URLs whose last change is known | Add <lastmod> with the date of each page's last change |
*/
WITH files AS (
    SELECT
        entries.sitemap_id,
        MIN(entries.sitemap_url) AS sitemap_url,
        COUNT(*) AS urls,
        COUNT(entries.lastmod) AS dated,
        COUNT(entries.lastmod_problem) AS invalid
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    LEFT JOIN cut_entries
        ON entries.sitemap_id = cut_entries.sitemap_id AND entries.position = cut_entries.position
    WHERE entries.kind = 'url' AND sitemaps.kind = 'urlset' AND cut_entries.position IS NULL
    GROUP BY entries.sitemap_id
)

SELECT
    sitemap_url,
    CONCAT(
        'lastmod on ', FORMAT_NUMBER(dated, 0), ' of ', FORMAT_NUMBER(urls, 0), ' URLs (',
        CAST(FLOOR(100 * dated / urls) AS INTEGER), ' %)',
        CASE WHEN invalid > 0 THEN CONCAT(', ', FORMAT_NUMBER(invalid, 0), ' of them invalid') END
    ) AS observed,
    'lastmod on the URLs whose last change is known' AS expected,
    'Add <lastmod> with the date of each page''s last change' AS fix
FROM files
WHERE urls >= $min_entries AND dated > 0 AND 100 * dated < $min_percent * urls

/*
---
severity: warning
confidence: medium
basis: documented
engines: [google, bing]
aliases: [lastmod-all-identical]
known_as:
  squirrelscan: ["sitemap-lastmod-churn"]
needs: [entries]
over: sitemaps_with_lastmod
when: "dated >= $min_entries AND news = 0"
parameters: {min_entries: 20}
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# One lastmod for every entry

## What it finds

A sitemap of twenty dated entries or more that all have the same `<lastmod>`. Sitemaps with news are
left out.

## Why it matters

The date of every page cannot be the same: mostly it is the moment at which the file was made.
Search engines then do without it, and do not see which pages have changed.

## How to fix it

Take each entry's date from the content of its page. Where the dates are not known, leave
`<lastmod>` out.

## Example

### Three entries with one date

`parameters`

| min_entries |
|---|
| 3 |

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 2026-01-15 |
| https://example.com/a.xml | https://example.com/2 | 2026-01-15 |
| https://example.com/a.xml | https://example.com/3 | 2026-01-15 |
| https://example.com/b.xml | https://example.com/4 | 2026-01-15 |
| https://example.com/b.xml | https://example.com/5 | 2026-01-15 |
| https://example.com/b.xml | https://example.com/6 | 2025-11-03 |

finds:

| sitemap_url | observed | expected | change_url | action | place |
|---|---|---|---|---|---|
| https://example.com/a.xml | 2026-01-15 in all 3 entries | the date of each page's own last change, or none | https://example.com/a.xml | remove | lastmod |
*/
SELECT
    sitemap_url,
    CONCAT(lastmod, ' in all ', dated, ' entries') AS observed,
    'the date of each page''s own last change, or none' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place
FROM sitemaps_with_lastmod
WHERE dated >= $min_entries AND dates = 1 AND news = 0

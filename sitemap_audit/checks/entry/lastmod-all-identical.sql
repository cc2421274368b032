/*
---
severity: warning
cause: has the same lastmod on all URLs
confidence: medium
basis: documented
engines: [google, bing]
known_as:
  squirrelscan: ["sitemap-lastmod-churn"]
needs: [entries]
over: sitemaps_with_lastmod
when: "dated >= $min_entries AND news = 0"
parameters: {min_entries: 20}
see:
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# Identical lastmod on all URLs

## What it finds

A sitemap has at least `min_entries` (20) URLs with a `<lastmod>`, and all these dates are
identical. Sitemaps with news are not reported.

## Why it matters

The pages of a site do not all change at the same moment. The date is usually the time at which the
sitemap was generated. Bing asks for the date of the last change of the content instead. Google uses
`<lastmod>` only if it is consistently accurate.

## How to fix it

Set `<lastmod>` in the sitemap generator to the last change of each page's content (WordPress:
`post_modified_gmt`). Leave `<lastmod>` out if this date is not known.

## Example

### Three URLs with the same date

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

| sitemap_url | observed | expected | fix | change_url | action | place |
|---|---|---|---|---|---|---|
| https://example.com/a.xml | 2026-01-15 on all 3 URLs | Date of each page's last change | Set each page's own date, or remove <lastmod> | https://example.com/a.xml | remove | lastmod |
*/
SELECT
    sitemap_url,
    CONCAT(lastmod, ' on all ', FORMAT_NUMBER(dated, 0), ' URLs') AS observed,
    'Date of each page''s last change' AS expected,
    'Set each page''s own date, or remove <lastmod>' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place
FROM sitemaps_with_lastmod
WHERE dated >= $min_entries AND dates = 1 AND news = 0

/*
---
severity: notice
cause: uses <changefreq> or <priority>
confidence: pedantic
basis: documented
engines: [google, bing]
needs: [entries]
over: entries
when: "kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap uses <changefreq> or <priority>

## What it finds

At least one URL of the sitemap has a `<changefreq>` or `<priority>`. There is one finding for each
sitemap.

## Why it matters

Both elements are valid, but Google and Bing ignore them: they only make the file larger. Yandex
uses `<priority>` to order its crawl.

## How to fix it

Turn both elements off in the sitemap generator or CMS plugin. Keep `<priority>` if traffic from
Yandex matters to the site.

## Example

### A sitemap with both elements, and one without

`entries`

| sitemap_url | loc | changefreq | priority | line |
|---|---|---|---|---|
| https://example.com/a.xml | https://example.com/1 | daily | 0.5 | 3 |
| https://example.com/a.xml | https://example.com/2 | | 0.5 | 8 |
| https://example.com/b.xml | https://example.com/3 | | | 3 |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 3 | <changefreq> on 1 and <priority> on 2 of 2 URLs | Neither element | Remove <changefreq> and <priority> | https://example.com/a.xml | remove | hints |
*/
SELECT
    sitemap_url,
    MIN(CASE WHEN COALESCE(changefreq, priority) IS NOT NULL THEN line END) AS line,
    CONCAT(
        '<changefreq> on ', FORMAT_NUMBER(COUNT(changefreq), 0),
        ' and <priority> on ', FORMAT_NUMBER(COUNT(priority), 0),
        ' of ', FORMAT_NUMBER(COUNT(*), 0), CASE WHEN COUNT(*) = 1 THEN ' URL' ELSE ' URLs' END
    ) AS observed,
    'Neither element' AS expected,
    'Remove <changefreq> and <priority>' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'hints' AS place
FROM entries
WHERE kind = 'url'
GROUP BY sitemap_id, sitemap_url
HAVING COUNT(changefreq) + COUNT(priority) > 0

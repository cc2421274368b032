/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [google, bing]
aliases: [changefreq-priority-ignored]
needs: [entries]
over: entries
when: "kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# changefreq or priority, which are not read

## What it finds

A sitemap whose entries have `<changefreq>` or `<priority>`.

## Why it matters

They are valid. Google and Bing do not read them, so that they only make the file longer; Yandex
reads priority.

## How to fix it

Leave them out, unless Yandex matters to the site.

## Example

### One file with them, one without

`entries`

| sitemap_url | loc | changefreq | priority | line |
|---|---|---|---|---|
| https://example.com/a.xml | https://example.com/1 | daily | 0.5 | 3 |
| https://example.com/a.xml | https://example.com/2 | | 0.5 | 8 |
| https://example.com/b.xml | https://example.com/3 | | | 3 |

finds:

| sitemap_url | line | observed | expected | change_url | action | place |
|---|---|---|---|---|---|---|
| https://example.com/a.xml | 3 | changefreq in 1, priority in 2 of 2 entries | neither | https://example.com/a.xml | remove | hints |
*/
SELECT
    sitemap_url,
    MIN(CASE WHEN COALESCE(changefreq, priority) IS NOT NULL THEN line END) AS line,
    CONCAT(
        'changefreq in ', COUNT(changefreq), ', priority in ', COUNT(priority),
        ' of ', COUNT(*), ' entries'
    ) AS observed,
    'neither' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'hints' AS place
FROM entries
WHERE kind = 'url'
GROUP BY sitemap_id, sitemap_url
HAVING COUNT(changefreq) + COUNT(priority) > 0

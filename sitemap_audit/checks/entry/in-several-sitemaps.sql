/*
---
severity: notice
cause: is in several sitemaps
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Page in multiple sitemaps"]
  Screaming Frog: ["Sitemaps: URLs In Multiple Sitemaps"]
  Sitebulb: ["XML Sitemaps: URL in multiple XML Sitemaps"]
fix: keep-one
needs: [sitemaps, entries]
over: listed
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# URL in multiple sitemaps

## What it finds

At least two sitemaps list the URL. A URL in the main sitemap that is also in an image, video or
news sitemap, or in an RSS or Atom feed of new pages, is not reported. A file counts as an image,
video or news sitemap if all its URLs have such elements and its name says so, or if it has no other
data on any URL.

## Why it matters

Search Console counts the URL in each sitemap, so its figures by sitemap are misleading. The entries
also drift apart: one sitemap has another `lastmod` than the other.

## How to fix it

Remove the URL from all sitemaps but one: keep an entry that has images or hreflang. Often a second generator or SEO plugin is active (Yoast
and Rank Math at the same time), or files of an old generator are still on the server.

## Example

### In two sitemaps, and in one sitemap and one image sitemap

`entries`

| sitemap_url | loc | line | images |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 3 | 0 |
| https://example.com/b.xml | https://example.com/1 | 6 | 0 |
| https://example.com/a.xml | https://example.com/2 | 9 | 0 |
| https://example.com/images.xml | https://example.com/2 | 12 | 4 |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/1 | https://example.com/a.xml | https://example.com/b.xml | Listed in /a.xml and /b.xml | Listed in one sitemap | Remove from https://example.com/b.xml | https://example.com/b.xml | remove | loc | https://example.com/1 |

### In two page sitemaps, one of them with images

`entries`

| sitemap_url | loc | line | lastmod | images |
|---|---|---|---|---|
| https://example.com/posts.xml | https://example.com/1 | 3 | 2026-01-01 | 2 |
| https://example.com/old.xml | https://example.com/1 | 6 | 2025-01-01 | 0 |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/1 | https://example.com/old.xml | https://example.com/posts.xml | Listed in /old.xml and /posts.xml | Listed in one sitemap | Remove from https://example.com/old.xml | https://example.com/old.xml | remove | loc | https://example.com/1 |
*/
WITH files AS (
    SELECT
        url_key,
        purpose,
        MIN(url) AS url,
        MIN(sitemap_url) AS first_url,
        MAX(sitemap_url) AS last_url,
        COUNT(DISTINCT sitemap_url) AS files,
        ARG_MAX(sitemap_url, place) AS other_url,
        ARG_MAX(loc, place) AS other_loc
    FROM repeated_entries
    WHERE place_in_file = 1
    GROUP BY url_key, purpose
    HAVING MIN(sitemap_url) <> MAX(sitemap_url)
)

SELECT
    url,
    first_url AS sitemap_url,
    last_url AS related_url,
    CONCAT(
        'Listed in ',
        CASE WHEN files > 2 THEN CONCAT(files, ' sitemaps, such as ') ELSE '' END,
        REGEXP_REPLACE(first_url, '^https?://[^/]+', ''),
        ' and ',
        REGEXP_REPLACE(last_url, '^https?://[^/]+', '')
    ) AS observed,
    'Listed in one sitemap' AS expected,
    CASE
        WHEN files > 2 THEN 'Remove from all sitemaps but one'
        ELSE CONCAT('Remove from ', other_url)
    END AS fix,
    other_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    other_loc AS "from"
FROM files

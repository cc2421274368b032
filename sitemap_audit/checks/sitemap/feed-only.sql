/*
---
severity: notice
cause: is a feed, and the only sitemap
confidence: medium
basis: documented
engines: [protocol, google, bing]
needs: [sitemaps, robots_lines, entries]
over: sitemap_states
when: "kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
unknown: >-
  SPLIT_PART(url, '/', 3) IN (SELECT SPLIT_PART(unread_sitemaps.url, '/', 3) FROM unread_sitemaps)
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Feed is the only sitemap

## What it finds

All sitemaps of a host are RSS or Atom feeds. If a listed sitemap of this host could not be read,
nothing is reported.

## Why it matters

A feed lists only recent pages. Google and Bing do not discover older pages through it.

## How to fix it

Add an XML sitemap of all pages with the CMS plugin (Yoast, Rank Math) or sitemap generator. You can
keep the feed as a second sitemap.

## Example

### One feed and no other sitemap

`sitemaps`

| url | kind | entries |
|---|---|---|
| https://example.com/feed.xml | rss-2.0 | 10 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/feed.xml | Only sitemap: RSS 2.0 feed with 10 items | XML or text sitemap of all pages | Add an XML sitemap of all pages |

### A feed with a sitemap, a feed with a sitemap that could not be read

`sitemaps`

| url | kind | status |
|---|---|---|
| https://example.com/feed.xml | rss-2.0 | 200 |
| https://example.com/sitemap.txt | text | 200 |
| https://www.example.com/feed.xml | atom-1.0 | 200 |
| https://www.example.com/sitemap.xml | | 503 |

finds:

nothing
*/
WITH files AS (
    SELECT
        url,
        kind,
        entries,
        SPLIT_PART(url, '/', 3) AS host
    FROM sitemap_states
    WHERE state = 'ok'
),

unread_hosts AS (
    SELECT DISTINCT SPLIT_PART(url, '/', 3) AS host FROM unread_sitemaps
)

SELECT
    files.url AS sitemap_url,
    CONCAT(
        'Only sitemap: ', REPLACE(REPLACE(files.kind, 'rss-', 'RSS '), 'atom-', 'Atom '),
        ' feed with ', files.entries, CASE files.entries WHEN 1 THEN ' item' ELSE ' items' END
    ) AS observed,
    'XML or text sitemap of all pages' AS expected,
    'Add an XML sitemap of all pages' AS fix
FROM files
WHERE
    files.kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
    AND files.host NOT IN (
        SELECT others.host FROM files AS others
        WHERE others.kind IN ('urlset', 'sitemapindex', 'text')
    )
    AND files.host NOT IN (SELECT unread_hosts.host FROM unread_hosts)

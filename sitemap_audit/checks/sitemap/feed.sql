/*
---
severity: warning
cause: is a feed, which Yandex does not support
confidence: high
basis: documented
engines: [yandex]
needs: [sitemaps]
over: sitemap_states
when: "is_promised AND kind NOT IN ('html', 'empty', 'unknown')"
see:
  - https://yandex.com/support/webmaster/en/controlling-robot/sitemap
since: 0.1.0
---
# Feed as sitemap, not supported by Yandex

## What it finds

An RSS or Atom feed is submitted as a sitemap.

## Why it matters

Yandex reads XML and text sitemaps only. Google and Bing also read feeds.

## How to fix it

Add an XML or text sitemap with the CMS plugin or sitemap generator, and list it in robots.txt.

## Example

### A feed and a sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/feed | rss-2.0 |
| https://example.com/sitemap.xml | urlset |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/feed | RSS 2.0 feed | XML or text sitemap | Add an XML or text sitemap |

### An Atom feed found by a link, a feed at a guessed URL

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/a | link | atom-1.0 |
| https://example.com/sitemap.xml | guess | rss-2.0 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a | Atom 1.0 feed | XML or text sitemap | Add an XML or text sitemap |

### A text sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.txt | text |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(REPLACE(REPLACE(kind, 'rss-', 'RSS '), 'atom-', 'Atom '), ' feed') AS observed,
    'XML or text sitemap' AS expected,
    'Add an XML or text sitemap' AS fix
FROM sitemap_states
WHERE is_promised AND kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')

/*
---
severity: notice
confidence: high
basis: advisory
engines: [yandex]
aliases: [hreflang-sitemap-yandex]
needs: [sitemaps, entries, entry_alternates]
over: sitemaps
when: "kind = 'urlset'"
unknown: "NOT complete"
see:
  - https://yandex.com/support/webmaster/yandex-indexing/locale-pages.html
since: 0.1.0
---
# Hreflang in a sitemap, which Yandex does not read

## What it finds

A sitemap that annotates pages with hreflang. Asked for by `--engine yandex` alone.

## Why it matters

Yandex takes hreflang from the head of the page.

## How to fix it

For Yandex, annotate the versions in the head as well.

## Example

### Annotations in the sitemap

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | annotations: 2 | hreflang in the head of the pages |

### None

`entries`

| loc |
|---|
| https://example.com/a |

finds:

nothing
*/
SELECT
    sitemap_url,
    CONCAT('annotations: ', COUNT(*)) AS observed,
    'hreflang in the head of the pages' AS expected
FROM entry_alternates
WHERE code IS NOT NULL
GROUP BY sitemap_url

/*
---
severity: notice
cause: has hreflang in the sitemap, which Yandex does not support
confidence: high
basis: advisory
engines: [yandex]
needs: [sitemaps, entries, entry_alternates]
over: sitemaps
when: "kind = 'urlset'"
unknown: "NOT complete"
see:
  - https://yandex.com/support/webmaster/yandex-indexing/locale-pages.html
since: 0.1.0
---
# Hreflang in sitemap, not supported by Yandex

## What it finds

A sitemap contains hreflang annotations. The check runs only with `--engine yandex`.

## Why it matters

Yandex no longer supports hreflang in sitemaps. It reads `<link rel="alternate" hreflang>` in the
`<head>` of the page. Google supports both.

## How to fix it

Add the hreflang annotations to the `<head>` of each page, in the template or CMS plugin. The ones
in the sitemap can stay for Google.

## Example

### Hreflang annotations in the sitemap

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | 2 hreflang annotations | Hreflang in the <head> of each page | Add the annotations to the <head> of each page |

### No annotations

`entries`

| loc |
|---|
| https://example.com/a |

finds:

nothing
*/
SELECT
    sitemap_url,
    CONCAT(COUNT(*), ' hreflang annotation', CASE WHEN COUNT(*) > 1 THEN 's' ELSE '' END)
        AS observed,
    'Hreflang in the <head> of each page' AS expected,
    'Add the annotations to the <head> of each page' AS fix
FROM entry_alternates
WHERE code IS NOT NULL
GROUP BY sitemap_url

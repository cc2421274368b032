/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [element-unknown]
known_as:
  Yandex: ["Unknown tag"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Element that sitemaps do not know

## What it finds

An element that neither the protocol nor an extension defines, often a known one with a slip in it:
`<lastMod>`, `<Loc>`, `<link>` without its prefix. Names are case-sensitive.

## Why it matters

Search engines pass over the element, and what it says is lost. Yandex and Search Console report it.

## How to fix it

Correct the name, give it the prefix of the extension that it belongs to, or remove it.

## Example

### One file with the fault, and one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | unknown-element | 5 | <lastMod> in an entry |  | loc, lastmod, changefreq, priority, or an extension's element |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | <lastMod> in an entry | loc, lastmod, changefreq, priority, or an extension's element | https://example.com/a.xml | replace | xml | <lastMod> | <lastmod> |

### A name in capitals

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | unknown-element | 2 | <Loc> in an entry | | loc, lastmod, changefreq, priority, or an extension's element |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | <Loc> in an entry | loc, lastmod, changefreq, priority, or an extension's element | https://example.com/c.xml | replace | xml | <Loc> | <loc> |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | unknown-element | <Loc> in an entry |

finds:

nothing
*/
WITH unknown AS (
    SELECT
        sitemap_url,
        line,
        detail,
        excerpt,
        expected,
        CASE
            WHEN detail LIKE '<link> in the %' THEN 'link'
            ELSE REGEXP_EXTRACT(detail, '^<([^>]+)> in an entry$', 1)
        END AS name,
        REGEXP_EXTRACT(detail, '^(<[^>]+>) in an entry of a sitemap index$', 1) AS needless
    FROM file_faults
    WHERE code = 'unknown-element'
)

SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE
        WHEN needless <> '' OR detail LIKE '<link> in the %' THEN sitemap_url
        WHEN LOWER(name) IN ('loc', 'lastmod', 'changefreq', 'priority') THEN sitemap_url
    END AS change_url,
    CASE WHEN needless <> '' THEN 'remove' ELSE 'replace' END AS action,
    'xml' AS place,
    CASE WHEN needless <> '' THEN needless ELSE CONCAT('<', name, '>') END AS "from",
    CASE
        WHEN needless <> '' THEN NULL
        WHEN name = 'link' THEN '<xhtml:link>'
        ELSE CONCAT('<', LOWER(name), '>')
    END AS "to"
FROM unknown

/*
---
severity: warning
cause: has an unknown element
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
# Unknown element in sitemap

## What it finds

A sitemap contains an element that neither the sitemap protocol nor an extension defines. Often it
is a misspelled element: `<lastMod>`, `<Loc>`, `<link>` without prefix. Element names are
case-sensitive.

## Why it matters

Search engines ignore the element and its value. Yandex Webmaster reports "Unknown tag", and Search
Console reports the XML as invalid.

## How to fix it

Correct the name of the element in the sitemap template or plugin, add the prefix of its extension,
or remove the element.

## Example

### One file with the fault, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | unknown-element | 5 | <lastMod> in an entry |  | <loc>, <lastmod>, <changefreq>, <priority> or an extension element |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | <lastMod> in an entry | <loc>, <lastmod>, <changefreq>, <priority> or an extension element | Replace with <lastmod> | https://example.com/a.xml | replace | xml | <lastMod> | <lastmod> |

### A name with a capital letter

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | unknown-element | 2 | <Loc> in an entry | | <loc>, <lastmod>, <changefreq>, <priority> or an extension element |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | <Loc> in an entry | <loc>, <lastmod>, <changefreq>, <priority> or an extension element | Replace with <loc> | https://example.com/c.xml | replace | xml | <Loc> | <loc> |

### An HTML page in place of the sitemap

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
        observed,
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
    observed,
    expected,
    CASE
        WHEN needless <> '' THEN CONCAT('Remove ', needless)
        WHEN REGEXP_MATCHES(detail, '^<(lastmod|changefreq|priority)> in <')
            THEN CONCAT('Move it into the ', expected, ' that it belongs to')
        WHEN name = 'link' THEN 'Replace with <xhtml:link>'
        WHEN LOWER(name) IN ('loc', 'lastmod', 'changefreq', 'priority')
            THEN CONCAT('Replace with <', LOWER(name), '>')
        ELSE 'Remove the element, or correct its name'
    END AS fix,
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

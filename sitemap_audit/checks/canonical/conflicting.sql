/*
---
severity: error
cause: has several canonicals to different URLs
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Lumar: ["Conflicting Canonical Tags"]
  Screaming Frog: ["Canonicals: Multiple Conflicting"]
  Sitebulb: ["Indexability: Multiple mismatched canonicals"]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: canonical
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
  - https://yandex.com/support/webmaster/robot-workings/canonical.html
since: 0.1.0
---
# Conflicting canonicals on one page

## What it finds

A listed page has two or more canonical tags in its `<head>`, or two or more in its Link headers,
with different URLs. Canonicals in the `<body>` and canonicals with invalid attributes do not
count.

## Why it matters

Google may ignore all of them and choose the canonical itself. Yandex ignores the canonicals of a
page that has several.

## How to fix it

Remove the wrong canonical from the page template. Often a theme and an SEO plugin (Yoast, Rank
Math) each write one: let only one of them do it.

## Example

### Two canonical URLs in one head

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | true |
| https://example.com/a | https://example.com/x | true |
| https://example.com/b | https://example.com/b | true |
| https://example.com/b | https://example.com/x | false |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/x | 2 canonical URLs in the <head>: https://example.com/a, https://example.com/x | One canonical URL | Remove the wrong canonical tags from the <head> |

### The same canonical URL twice

`entries`

| loc |
|---|
| https://example.com/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/a | https://example.com/a#top |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    MAX(CASE WHEN canonical_key <> url_key THEN canonical END) AS related_url,
    line,
    CONCAT(
        COUNT(DISTINCT canonical_key),
        ' canonical URLs in the ',
        CASE source WHEN 'html' THEN '<head>' ELSE 'Link headers' END,
        ': ',
        MIN(canonical),
        ', ',
        MAX(canonical),
        CASE WHEN COUNT(DISTINCT canonical_key) > 2 THEN ', …' ELSE '' END
    ) AS observed,
    'One canonical URL' AS expected,
    CASE source
        WHEN 'html' THEN 'Remove the wrong canonical tags from the <head>'
        ELSE 'Remove the wrong canonicals from the Link headers'
    END AS fix
FROM listed_canonicals
WHERE is_valid
GROUP BY url, url_key, sitemap_url, line, source
HAVING MIN(canonical_key) <> MAX(canonical_key)

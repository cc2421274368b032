/*
---
severity: error
cause: has different canonicals in the HTML and in the Link header
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["Canonicals: Multiple Conflicting"]
  Sitebulb: ["Indexability: Mismatched canonical in HTML and HTTP header"]
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
# Canonical in HTML and Link header differ

## What it finds

The `<link rel="canonical">` of a listed page and the canonical in its Link header have different
URLs.

## Why it matters

Google gets conflicting canonicals and may ignore both. Yandex ignores the canonicals of a page
that has several.

## How to fix it

Remove the canonical from the Link header in the server or CDN configuration, or set both to the
same URL.

## Example

### HTML with https, Link header with http

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | source | href |
|---|---|---|
| https://example.com/a | html | https://example.com/a |
| https://example.com/a | header | http://example.com/a |
| https://example.com/b | html | https://example.com/b |
| https://example.com/b | header | /b |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/a | HTML: https://example.com/a · Link header: http://example.com/a | The same canonical URL in both | Remove the wrong canonical |

### Conflicting canonicals within the head are reported by another check

`entries`

| loc |
|---|
| https://example.com/a |

`page_canonicals`

| url | source | href |
|---|---|---|
| https://example.com/a | html | https://example.com/a |
| https://example.com/a | html | https://example.com/x |
| https://example.com/a | header | https://example.com/a |

finds:

nothing
*/
WITH html AS (
    SELECT
        url_key,
        MIN(canonical) AS canonical,
        MIN(canonical_key) AS canonical_key
    FROM listed_canonicals
    WHERE is_valid AND source = 'html'
    GROUP BY url_key
    HAVING MIN(canonical_key) = MAX(canonical_key)
),

header AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        line,
        MIN(canonical) AS canonical,
        MIN(canonical_key) AS canonical_key
    FROM listed_canonicals
    WHERE is_valid AND source = 'header'
    GROUP BY url, url_key, sitemap_url, line
    HAVING MIN(canonical_key) = MAX(canonical_key)
)

SELECT
    header.url,
    header.sitemap_url,
    header.canonical AS related_url,
    header.line,
    CONCAT('HTML: ', html.canonical, ' · Link header: ', header.canonical) AS observed,
    'The same canonical URL in both' AS expected,
    'Remove the wrong canonical' AS fix
FROM header
INNER JOIN html ON header.url_key = html.url_key
WHERE header.canonical_key <> html.canonical_key

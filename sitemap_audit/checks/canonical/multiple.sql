/*
---
severity: notice
cause: has several canonical tags
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["Canonicals: Multiple"]
  Semrush: ["Multiple canonical URLs"]
  Sitebulb: ["Indexability: Multiple canonical tags"]
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
# Multiple canonical tags

## What it finds

A listed page has two or more canonical tags in its `<head>`, or two or more in its Link headers,
all with the same URL. One tag in the `<head>` and one in a Link header is reported by
`canonical/html-and-header`.

## Why it matters

Equal values do no harm at Google and Bing. Usually a theme and an SEO plugin both write the tag.
When one of them changes, the canonicals conflict and search engines may ignore all of them. Yandex
ignores the canonicals of a page that has several.

## How to fix it

Remove all but one canonical: turn the output off in the theme or in the SEO plugin (Yoast, Rank
Math).

## Example

### Two tags in the head

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href | source |
|---|---|---|
| https://example.com/a | https://example.com/a | html |
| https://example.com/a | /a | html |
| https://example.com/b | https://example.com/b | html |
| https://example.com/b | https://example.com/b | header |
| https://example.com/c | https://example.com/c | html |
| https://example.com/c | https://example.com/x | html |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | 2 canonical tags in the <head> | One canonical tag | Remove the duplicate | https://example.com/a | remove | canonical | /a |
*/
SELECT
    url,
    sitemap_url,
    MIN(canonical) AS related_url,
    line,
    CONCAT(
        COUNT(*),
        CASE source
            WHEN 'html' THEN ' canonical tags in the <head>'
            ELSE ' canonicals in the Link headers'
        END
    ) AS observed,
    CASE source WHEN 'html' THEN 'One canonical tag' ELSE 'One canonical' END AS expected,
    'Remove the duplicate' AS fix,
    url AS change_url,
    'remove' AS action,
    CASE source WHEN 'html' THEN 'canonical' ELSE 'header' END AS place,
    CASE source
        WHEN 'html' THEN ARG_MAX(href, number)
        ELSE CONCAT('Link: <', ARG_MAX(href, number), '>; rel="canonical"')
    END AS "from"
FROM listed_canonicals
WHERE is_valid
GROUP BY url, url_key, sitemap_url, line, source
HAVING COUNT(*) > 1 AND MIN(canonical_key) = MAX(canonical_key)

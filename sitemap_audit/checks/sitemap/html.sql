/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing, yandex]
aliases: [sitemap-is-html]
known_as:
  Ahrefs: ["Sitemap in the wrong format"]
  Google Search Console: ["Sitemap is HTML"]
needs: [sitemaps]
over: sitemap_states
when: "is_promised AND found_by <> 'index'"
unknown: "state IN ('refused', 'unreachable', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that is an HTML page

## What it finds

A sitemap that robots.txt, a page or the user names and that answers with status 200 and an HTML
page: mostly the site's "not found" page, or a page for visitors that is called sitemap. XML with a
stylesheet is no HTML, whatever its Content-Type says. What a sitemap index lists is left to
`index/child-is-page`, a login to `sitemap/requires-login`.

## Why it matters

Search engines report the file as an HTML page and take no URL from it.

## How to fix it

Serve the XML at that address, or correct or delete the line that names it. A page that does not
exist must answer with 404.

## Example

### A page in place of the file

`sitemaps`

| url | kind |
|---|---|
| https://example.com/sitemap.xml | html |
| https://example.com/news.xml | urlset |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | an HTML page | an XML, text or feed sitemap |

### XML that is sent as HTML, a child of an index, a login

`sitemaps`

| url | found_by | status | location | kind | content_type |
|---|---|---|---|---|---|
| https://example.com/a.xml | robots | 200 | | urlset | text/html |
| https://example.com/b.xml | index | 200 | | html | text/html |
| https://example.com/c.xml | robots | 302 | /login | | |
| https://example.com/login | redirect | 200 | | html | text/html |

finds:

nothing

### An address that was only tried, and where it leads

`sitemaps`

| url | found_by | status | location | kind |
|---|---|---|---|---|
| https://example.com/sitemap.xml | guess | 301 | / | |
| https://example.com/ | redirect | 200 | | html |
| https://example.com/sitemap_index.xml | guess | 200 | | html |

finds:

nothing
*/
SELECT
    states.url AS sitemap_url,
    states.found_in AS related_url,
    'an HTML page' AS observed,
    'an XML, text or feed sitemap' AS expected,
    spare.robots_url AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    spare.value AS "from"
FROM sitemap_states AS states
LEFT JOIN spare_sitemap_lines AS spare
    ON states.found_in = spare.robots_url AND states.url = spare.url
WHERE
    states.is_promised
    AND states.found_by <> 'index'
    AND NOT states.is_login
    AND states.state = 'ok'
    AND states.kind = 'html'

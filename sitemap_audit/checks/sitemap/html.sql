/*
---
severity: error
keeps_out: pages
cause: is an HTML page
confidence: high
basis: documented
engines: [google, bing, yandex]
follows: [site/requires-login]
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
# Sitemap is an HTML page

## What it finds

A sitemap that robots.txt, a page or you name returns 200 and an HTML page. Often it is
the "not found" page of the site, or an HTML sitemap for visitors. XML with a stylesheet is not
HTML, whatever its Content-Type. Sitemaps in an index are reported by `index/child-is-page`, a login
page by `sitemap/requires-login`.

## Why it matters

Search Console reports "Sitemap is HTML". No search engine reads a URL from it.

## How to fix it

Return the XML sitemap at this URL (check the CMS plugin and the rewrite rules of the server), or
correct the Sitemap line in robots.txt. Return 404 for pages that do not exist.

## Example

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/sitemap.xml | html |
| https://example.com/news.xml | urlset |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | HTML page | XML, text or feed sitemap | Return the sitemap at this URL |

### XML sent as HTML, a sitemap in an index, a login page

`sitemaps`

| url | found_by | status | location | kind | content_type |
|---|---|---|---|---|---|
| https://example.com/a.xml | robots | 200 | | urlset | text/html |
| https://example.com/b.xml | index | 200 | | html | text/html |
| https://example.com/c.xml | robots | 302 | /login | | |
| https://example.com/login | redirect | 200 | | html | text/html |

finds:

nothing

### A guessed URL and its redirect target

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
    COALESCE(written.source_url, states.found_in) AS related_url,
    'HTML page' AS observed,
    'XML, text or feed sitemap' AS expected,
    COALESCE(written.fix, 'Return the sitemap at this URL') AS fix,
    written.change_url,
    'remove' AS action,
    written.place,
    written.value AS "from"
FROM sitemap_states AS states
LEFT JOIN written_sitemaps AS written
    ON states.url = written.url AND states.found_in = written.found_in
WHERE
    states.is_promised
    AND states.found_by <> 'index'
    AND NOT states.is_login
    AND states.state = 'ok'
    AND states.kind = 'html'

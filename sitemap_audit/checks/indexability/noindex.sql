/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [sitemap-url-noindex]
known_as:
  Ahrefs: ["Noindex page in sitemap", "Noindex page"]
  Google Search Console: ["Page indexing: URL marked noindex"]
  Screaming Frog:
    - "Sitemaps: Non-Indexable URLs in Sitemap"
    - "Directives: Noindex"
    - "Directives: None"
  Semrush: ["Pages blocked by X-Robots-Tag: noindex"]
  Sitebulb: ["XML Sitemaps: Noindex URL", "Indexability: Noindex and nofollow"]
  squirrelscan: ["noindex-in-sitemap"]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown') AND robots <> 'disallowed'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Listed URL with noindex

## What it finds

A page in a sitemap that carries `noindex` or `none` for the audited bot, in a robots meta tag or an
X-Robots-Tag header.

## Why it matters

The sitemap asks for the page to be indexed and the page forbids it. The page is not indexed.

## How to fix it

Decide which it is: take `noindex` off the page, or the page out of the sitemap.

## Example

### In the page, and in a header

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | noindex | noindex_source | meta_robots | x_robots_tag |
|---|---|---|---|---|
| https://example.com/a | true | meta | robots: noindex, follow | |
| https://example.com/b | true | header | robots: index | noindex |
| https://example.com/c | false | | robots: index | |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | meta: robots: noindex, follow | no noindex | take it out, or drop noindex |
| https://example.com/b | https://example.com/sitemap.xml | X-Robots-Tag: noindex | no noindex | take it out, or drop noindex |

### Noindex on a page that crawlers may not read is not seen

`entries`

| loc |
|---|
| https://example.com/private |

`pages`

| url | noindex | noindex_source | meta_robots | robots |
|---|---|---|---|---|
| https://example.com/private | true | meta | robots: noindex | disallowed |

finds:

nothing

### Not read, so not known

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | error |
|---|---|
| https://example.com/a | disallowed |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    REPLACE(
        CONCAT_WS(
            '; ',
            CASE
                WHEN pages.noindex_source IN ('meta', 'both')
                    THEN CONCAT('meta: ', pages.meta_robots)
            END,
            CASE
                WHEN pages.noindex_source IN ('header', 'both')
                    THEN CONCAT('X-Robots-Tag: ', pages.x_robots_tag)
            END
        ),
        CHR(10),
        '; '
    ) AS observed,
    'no noindex' AS expected,
    'take it out, or drop noindex' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.state = 'ok' AND listed_pages.robots <> 'disallowed' AND pages.noindex

/*
---
severity: error
keeps_out: pages
cause: is listed, but noindex
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Noindex page in sitemap", "Noindex page"]
  Google Search Console:
    - "Page indexing: URL marked noindex"
    - "Submitted URL marked 'noindex'"
    - "Page indexing: Excluded by 'noindex' tag"
  Screaming Frog:
    - "Sitemaps: Non-Indexable URLs in Sitemap"
    - "Directives: Noindex"
    - "Directives: None"
  Semrush: ["Pages blocked by X-Robots-Tag: noindex"]
  Sitebulb: ["XML Sitemaps: Noindex URL", "Indexability: Noindex and nofollow"]
  squirrelscan: ["noindex-in-sitemap"]
fix: remove
needs: [entries, pages]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown') AND robots <> 'disallowed'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Noindex URL in sitemap

## What it finds

A listed page with `noindex` or `none` for the audited bot, in a robots meta tag or an X-Robots-Tag
header. A page that redirects by a refresh is reported by `redirect/meta-refresh` and
`redirect/http-refresh`: its `noindex` belongs to the redirect.

## Why it matters

Google and Bing do not index the page. The sitemap asks for indexing and the page forbids it, so one
of the two is a mistake. Search Console reports "URL marked 'noindex'".

## How to fix it

Remove the URL from the sitemap, or remove `noindex` if the page should be indexed: in the SEO
plugin (Yoast, Rank Math), the template, or the server's X-Robots-Tag header. SEO plugins remove
noindex pages from their own sitemaps.

## Example

### In a meta tag, and in a header

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
| https://example.com/a | https://example.com/sitemap.xml | Meta robots: noindex, follow | No noindex | Remove from the sitemap, or remove noindex |
| https://example.com/b | https://example.com/sitemap.xml | X-Robots-Tag: noindex | No noindex | Remove from the sitemap, or remove noindex |

### noindex on a page that robots.txt blocks

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

### Not checked: page not fetched

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
                    THEN CONCAT('Meta ', pages.meta_robots)
            END,
            CASE
                WHEN pages.noindex_source IN ('header', 'both')
                    THEN CONCAT('X-Robots-Tag: ', pages.x_robots_tag)
            END
        ),
        CHR(10),
        '; '
    ) AS observed,
    'No noindex' AS expected,
    'Remove from the sitemap, or remove noindex' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE
    listed_pages.state = 'ok'
    AND listed_pages.robots <> 'disallowed'
    AND pages.noindex
    AND COALESCE(listed_pages.fault, '') <> 'refresh'

/*
---
severity: error
keeps_out: pages
cause: has a canonical to a noindex URL
confidence: high
basis: documented
engines: [google, bing]
follows: [indexability/noindex]
known_as:
  Screaming Frog: ["Canonicals: Non-Indexable Canonical"]
  Sitebulb: ["Indexability: Canonical points to a noindex URL"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical to noindex URL

## What it finds

The canonical of a listed page is non-indexable: it has `noindex` or `none` in the meta robots tag
or the X-Robots-Tag header, or its `unavailable_after` date has passed.

## Why it matters

The two signals conflict: the page asks to index the canonical URL instead, and that URL asks not
to be indexed. Google may index neither of them.

## How to fix it

Remove `noindex` from the canonical URL in the CMS or SEO plugin (Yoast, Rank Math), or set the
canonical to an indexable URL.

## Example

### A noindex target, and an indexable one

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/c |

`pages`

| url | noindex | role |
|---|---|---|
| https://example.com/a | false | listed |
| https://example.com/b | true | canonical |
| https://example.com/c | false | listed |
| https://example.com/d | false | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/b |
| https://example.com/c | https://example.com/d |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | noindex | Indexable URL | Remove noindex from the canonical URL, or set the canonical to an indexable URL |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CASE
        WHEN pages.noindex THEN 'noindex'
        ELSE CONCAT('unavailable_after: ', pages.unavailable_after)
    END AS observed,
    'Indexable URL' AS expected,
    CASE
        WHEN target.better = 'page' THEN CONCAT('Set the canonical to ', target.url)
        ELSE 'Remove noindex from the canonical URL, or set the canonical to an indexable URL'
    END AS fix,
    CASE WHEN target.better = 'page' THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
INNER JOIN pages ON target.canonical_key = pages.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'noindex'

/*
---
severity: warning
cause: has conflicting indexing signals
confidence: high
basis: documented
engines: [google, bing]
follows: [indexability/noindex, redirect/http-refresh, redirect/meta-refresh]
known_as:
  Sitebulb: ["Indexability: Canonicalized URL is noindex, nofollow"]
  squirrelscan: ["conflicting-index-signals"]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Conflicting indexing signals

## What it finds

A listed page with two or more of these signals: disallowed in robots.txt, `noindex`, a canonical to
another URL. Each signal also has its own finding.

## Why it matters

Google cannot see a `noindex` or a canonical on a page that robots.txt blocks, so the page may stay
in the index. With `noindex` and a canonical to another URL, search engines may apply the `noindex`
to the canonical URL or ignore one of the two.

## How to fix it

Use one signal only. To remove a page from the index: `noindex`, allowed in robots.txt, no canonical
to another URL. For a duplicate: only the canonical, in the template or SEO plugin. Remove the URL
from the sitemap in both cases.

## Example

### noindex and disallowed; noindex and canonicalized

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | noindex | robots |
|---|---|---|
| https://example.com/a | true | disallowed |
| https://example.com/b | true | allowed |
| https://example.com/c | true | allowed |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/b | https://example.com/d |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind |
|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | | Disallowed in robots.txt; noindex | One signal | Allow crawling in robots.txt, so that the page is read | disallowed, noindex |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/d | noindex; canonical: https://example.com/d | One signal | Remove noindex or the canonical | noindex, canonicalized |

### One signal only

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | true |
| https://example.com/b | false |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/d |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    page.canonical AS related_url,
    listed_pages.line,
    CONCAT_WS(
        '; ',
        CASE WHEN page.is_disallowed THEN 'Disallowed in robots.txt' END,
        CASE WHEN page.is_noindex THEN 'noindex' END,
        CASE WHEN page.is_canonicalised THEN CONCAT('canonical: ', page.canonical) END
    ) AS observed,
    'One signal' AS expected,
    CASE
        WHEN page.is_disallowed THEN 'Allow crawling in robots.txt, so that the page is read'
        ELSE 'Remove noindex or the canonical'
    END AS fix,
    REPLACE(page.reasons, 'canonicalised', 'canonicalized') AS kind
FROM listed_pages
INNER JOIN indexability AS page ON listed_pages.page_id = page.page_id
WHERE
    page.state = 'ok'
    AND (
        (page.is_noindex AND (page.is_disallowed OR page.is_canonicalised))
        OR (page.is_disallowed AND page.is_canonicalised)
    )

/*
---
severity: warning
confidence: high
basis: documented
engines: [google, bing]
aliases: [conflicting-index-signals, noindex-and-disallowed, canonical-plus-noindex]
known_as:
  Sitebulb: ["Indexability: Canonicalized URL is noindex, nofollow"]
  squirrelscan: ["conflicting-index-signals"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Listed page with several reasons not to be indexed

## What it finds

A listed page that two or more signals keep from being indexed under its own address: robots.txt,
noindex, a canonical elsewhere. Each signal that matters has a finding of its own; this one says
that they stand in each other's way.

## Why it matters

A noindex on a page that robots.txt disallows is never seen, so that the page may stay in the index.
A canonical asks to pass the page's standing on to another address while noindex asks to drop it:
search engines may take the noindex over to the other address, or ignore one of the two.

## How to fix it

Choose one. To get rid of a page: noindex, allowed by robots.txt, no canonical elsewhere. For a
duplicate: a canonical and nothing else. In either case take it out of the sitemap.

## Example

### Noindex that nobody sees, noindex with a canonical elsewhere

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

| url | sitemap_url | related_url | observed | expected | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | | disallowed, noindex | one of them | disallowed, noindex |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/d | noindex, canonical elsewhere | one of them | noindex, canonical elsewhere |

### One signal, or a canonical that names the page

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
    REPLACE(page.reasons, 'canonicalised', 'canonical elsewhere') AS observed,
    'one of them' AS expected,
    REPLACE(page.reasons, 'canonicalised', 'canonical elsewhere') AS kind
FROM listed_pages
INNER JOIN indexability AS page ON listed_pages.page_id = page.page_id
WHERE
    page.state = 'ok'
    AND (
        (page.is_noindex AND (page.is_disallowed OR page.is_canonicalised))
        OR (page.is_disallowed AND page.is_canonicalised)
    )

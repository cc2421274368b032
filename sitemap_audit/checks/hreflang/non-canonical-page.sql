/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-non-canonical-self]
follows: [canonical/elsewhere]
known_as:
  Screaming Frog: ["Hreflang: Not Using Canonical"]
  Semrush: ["Hreflang conflicts within page source code"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
when: "listed AND links > 0"
unknown: "NOT annotations_known AND fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Hreflang on a page whose canonical is another

## What it finds

A listed page with hreflang annotations that names another URL as its canonical. A version in another
language as canonical is another check's.

## Why it matters

Search engines index the canonical in its place and ignore the annotations of this one: the others
in the set point to a page that does not count.

## How to fix it

Let the canonical name the page itself, or put the annotations on the canonical and name that in the
whole set.

## Example

### A copy with the annotations of the original

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/a?copy=1 |
| https://example.com/other |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a?copy=1 | en | https://example.com/a |
| https://example.com/a?copy=1 | de | https://example.com/de/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/a?copy=1 | https://example.com/a |
| https://example.com/other | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a?copy=1 | https://example.com/sitemap.xml | https://example.com/a | canonical is https://example.com/a | canonical is https://example.com/a?copy=1 | annotate https://example.com/a instead |

### A translation that names the original is another check's

`entries`

| loc |
|---|
| https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de/a | https://example.com/a |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    page.canonical AS related_url,
    page.line,
    CONCAT('canonical is ', page.canonical) AS observed,
    CONCAT('canonical is ', page.url) AS expected,
    CONCAT('annotate ', page.canonical, ' instead') AS fix
FROM hreflang_sets AS page
LEFT JOIN cluster_members AS own ON page.url_key = own.url_key
LEFT JOIN cluster_members AS target
    ON page.canonical = target.url AND own.cluster_key = target.cluster_key
WHERE
    page.listed
    AND page.fault = 'canonicalised'
    AND page.links > 0
    AND (
        own.code IS NULL
        OR target.code IS NULL
        OR SPLIT_PART(own.code, '-', 1) = SPLIT_PART(target.code, '-', 1)
    )

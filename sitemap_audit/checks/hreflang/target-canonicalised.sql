/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-target-canonicalised]
follows: [canonical/elsewhere]
known_as:
  Ahrefs: ["Hreflang to non-canonical"]
  Screaming Frog: ["Hreflang: Non-Canonical Return Links"]
  Sitebulb:
    - "International: Outgoing hreflang to canonicalized URLs"
    - "International: Canonicalized URL has incoming hreflang"
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL"
unknown: "target_state = 'unknown'"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Hreflang link to a page whose canonical is another

## What it finds

A listed page names an alternate that names another URL as its canonical.

## Why it matters

Search engines index the canonical in its place, and the annotation names a page that does not
count. If the canonical is this very page, the translation declares itself a duplicate.

## How to fix it

Name the canonical in all pages of the set, or let the alternate's canonical name itself.

## Example

### With and without parameters

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | role |
|---|---|
| https://example.com/a | listed |
| https://example.com/de/a?ref=hl | alternate |
| https://example.com/fr/a | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a?ref=hl |
| https://example.com/a | fr | https://example.com/fr/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de/a?ref=hl | https://example.com/de/a |
| https://example.com/fr/a | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a?ref=hl | de: its canonical is https://example.com/de/a | canonical is https://example.com/de/a?ref=hl | name https://example.com/de/a |

### A target that was not fetched or that a bot wall hides is unknown; a redirect has one fault

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/old |

`pages`

| url | status | challenge | role | location |
|---|---|---|---|---|
| https://example.com/a | 200 | | listed | |
| https://example.com/old | 301 | | listed | /a |
| https://example.com/walled | 503 | captcha | alternate | |
| https://example.com/x | 404 | | alternate | |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/old | de | https://example.com/x |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/not-fetched |
| https://example.com/a | fr | https://example.com/walled |

finds:

nothing
*/
SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT(pair.code, ': its canonical is ', target.canonical) AS observed,
    CONCAT('canonical is ', target.url) AS expected,
    CASE
        WHEN
            NOT EXISTS (
                SELECT 1 FROM hreflang_links AS taken
                WHERE
                    taken.url_key = pair.url_key
                    AND taken.alternate_key = wanted.url_key
                    AND taken.language <> pair.first_language
            )
            THEN CONCAT('name ', target.canonical)
    END AS fix
FROM hreflang_pairs AS pair
INNER JOIN listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_ends AS target ON pair.alternate_key = target.url_key
LEFT JOIN hreflang_urls AS wanted ON target.canonical = wanted.url
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault = 'canonicalised'

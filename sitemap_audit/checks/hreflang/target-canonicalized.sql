/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-target-canonicalised, hreflang/target-canonicalised]
follows: [canonical/canonicalized]
known_as:
  Ahrefs: ["Hreflang to non-canonical"]
  Screaming Frog: ["Hreflang: Non-Canonical Return Links"]
  Sitebulb:
    - "International: Outgoing hreflang to canonicalized URLs"
    - "International: Canonicalized URL has incoming hreflang"
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Hreflang to non-canonical URL

## What it finds

A listed page has an hreflang annotation to an alternate that is canonicalized to another URL.

## Why it matters

Google indexes the canonical URL instead, and the annotation points to a URL that is not indexed.
Google asks for a canonical in the same language: an alternate canonicalized to another language
is treated as its duplicate.

## How to fix it

Point hreflang to the canonical URL in the template or the translation plugin, where it is in the
same language. Otherwise set a self-referencing canonical on the alternate.

## Example

### With and without parameters

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | role | lang |
|---|---|---|
| https://example.com/a | listed | en |
| https://example.com/de/a?ref=hl | alternate | de |
| https://example.com/de/a | canonical | de |
| https://example.com/fr/a | alternate | fr |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a?ref=hl |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | en | https://example.com/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de/a?ref=hl | https://example.com/de/a |
| https://example.com/fr/a | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a?ref=hl | de: Canonicalized to https://example.com/de/a | de: https://example.com/de/a | Point hreflang to https://example.com/de/a | https://example.com/a | replace | hreflang-url | https://example.com/de/a?ref=hl | https://example.com/de/a |

### A target not fetched or behind bot protection is not checked; a redirect is reported once

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
WITH judged AS (
    SELECT
        pair.url_key,
        pair.alternate_key,
        pair.code,
        target.url AS target,
        target.canonical,
        CASE
            WHEN remedies.remedy IN ('name', 'unknown') THEN remedies.remedy
            ELSE 'mend'
        END AS remedy
    FROM hreflang_pairs AS pair
    INNER JOIN hreflang_ends AS target ON pair.alternate_key = target.url_key
    INNER JOIN hreflang_remedies AS remedies
        ON pair.url_key = remedies.url_key AND pair.alternate_key = remedies.alternate_key
    WHERE
        pair.source_fault IS NULL
        AND pair.target_fault = 'canonicalised'
)

SELECT
    listed.url,
    listed.sitemap_url,
    judged.target AS related_url,
    listed.line,
    CONCAT(judged.code, ': Canonicalized to ', judged.canonical, listed.via) AS observed,
    CASE judged.remedy
        WHEN 'name' THEN CONCAT(judged.code, ': ', judged.canonical)
        ELSE 'Self-referencing canonical'
    END AS expected,
    CASE judged.remedy
        WHEN 'name' THEN CONCAT('Point hreflang to ', judged.canonical)
        WHEN 'mend'
            THEN CONCAT('Set a self-referencing canonical on ', judged.target)
        ELSE 'Point hreflang to the canonical URL, or set a self-referencing canonical'
    END AS fix,
    CASE judged.remedy
        WHEN 'name' THEN written.place_url
        WHEN 'mend' THEN judged.target
    END AS change_url,
    CASE WHEN judged.remedy <> 'unknown' THEN 'replace' END AS action,
    CASE judged.remedy
        WHEN 'name' THEN 'hreflang-url'
        WHEN 'mend' THEN 'canonical'
    END AS place,
    CASE judged.remedy
        WHEN 'name' THEN written.href
        WHEN 'mend' THEN judged.canonical
    END AS "from",
    CASE judged.remedy
        WHEN 'name' THEN judged.canonical
        WHEN 'mend' THEN judged.target
    END AS "to"
FROM judged
INNER JOIN hreflang_pages AS listed ON judged.url_key = listed.url_key
LEFT JOIN hreflang_written AS written
    ON judged.url_key = written.url_key AND judged.alternate_key = written.alternate_key

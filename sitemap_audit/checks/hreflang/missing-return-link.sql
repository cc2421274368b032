/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-missing-return, hreflang-return-near-miss]
follows:
  - hreflang/target-canonicalized
  - hreflang/target-client-error
  - hreflang/target-no-response
  - hreflang/target-redirects
  - hreflang/target-server-error
known_as:
  Ahrefs: ["Missing reciprocal hreflang (no return-tag)"]
  Lumar:
    - "Pages with Non-Reciprocated Hreflang Links"
    - "Pages with All Non-Reciprocated Hreflang Links"
  Screaming Frog: ["Hreflang: Missing Return Links"]
  Sitebulb: ["International: Missing reciprocal hreflang"]
  hreflang.org: ["No return tag"]
  squirrelscan: ["hreflang-targets"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default' AND NOT return_void"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang link without a return link

## What it finds

A listed page names an alternate, and that page names others and not this one: neither in its head,
nor in its headers, nor in its entry of a sitemap. Addresses are compared exactly; where the
alternate names this page under an address that differs by one of the usual slips, the observation
says which.

A pair is judged only if both pages were read and are in order: what redirects, fails or is kept
from the index is reported by the check of that fault, and an alternate that was not fetched is
unknown. Links that are only `x-default` need no return. A link that leads into another cluster is
reported as such.

## Why it matters

Google ignores annotations that are not mutual, since otherwise anybody could declare himself the
translation of somebody else's page. The other pairs of the set are not affected.

## How to fix it

Add to the alternate's set an annotation to this page, under exactly this address. The simplest
rule: all pages of a set carry the same complete set.

## Example

### One of two does not link back

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | de | https://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/fr/a | fr: no return link | a link back to https://example.com/a | <link rel="alternate" hreflang="en" href="https://example.com/a"> | https://example.com/fr/a | add | hreflang | en https://example.com/a |

### Missed by a slash

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: links to https://example.com/a/ instead (difference: trailing slash) | a link back to https://example.com/a | <link rel="alternate" hreflang="en" href="https://example.com/a"> | https://example.com/de/a | add | hreflang | en https://example.com/a |

### Back by another source, or as x-default

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de/a | en | https://example.com/a |

`page_alternates`

| url | source | hreflang | href |
|---|---|---|---|
| https://example.com/a | html | de | https://example.com/de/a |
| https://example.com/a | html | fr | https://example.com/fr/a |
| https://example.com/fr/a | header | x-default | https://example.com/a |
| https://example.com/de/a | html | de | https://example.com/de/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.com/fr/a |

finds:

nothing

### An alternate that was not fetched, timed out or hides behind a wall

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/later |
| https://example.com/a | fr | https://example.com/slow |
| https://example.com/a | es | https://example.com/wall |
| https://example.com/a | it | https://example.com/private |

`pages`

| url | error | challenge | status | robots |
|---|---|---|---|---|
| https://example.com/a | | | 200 | allowed |
| https://example.com/slow | timeout | | | allowed |
| https://example.com/wall | | captcha | 403 | allowed |
| https://example.com/private | disallowed | | | allowed |

finds:

nothing

### Other faults are other checks'

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/gone |
| https://example.com/a | fr | https://example.com/moved |
| https://example.com/a | es | https://example.com/hidden |
| https://example.com/a | it | https://example.com/it |
| https://example.com/a | nl | https://example.com/none |
| https://example.com/a | x-default | https://example.com/choose |
| https://example.com/it | en_GB | https://example.com/a |
| https://example.com/choose | en | https://example.com/en |

`pages`

| url | status | location | noindex |
|---|---|---|---|
| https://example.com/a | 200 | | false |
| https://example.com/gone | 404 | | |
| https://example.com/moved | 301 | /fr | |
| https://example.com/hidden | 200 | | true |
| https://example.com/it | 200 | | false |
| https://example.com/none | 200 | | false |
| https://example.com/choose | 200 | | false |

finds:

nothing
*/
SELECT
    own.url,
    listed.sitemap_url,
    their.url AS related_url,
    listed.line,
    CONCAT(CASE
        WHEN near.alternate IS NULL
            THEN CONCAT(pair.code, ': no return link')
        ELSE CONCAT(
            pair.code, ': links to ', near.alternate, ' instead (difference: ', words.words, ')'
        )
    END, listed.via) AS observed,
    CONCAT('a link back to ', own.url) AS expected,
    REPLACE(
        REPLACE(their.form, '{code}', own.self_code), '{url}', REPLACE(own.url, '&', '&amp;')
    ) AS fix,
    CASE
        WHEN
            own.self_code IS NOT NULL
            THEN
                CASE WHEN their.in_html OR their.in_header THEN their.url ELSE their.sitemap_url END
    END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(own.self_code, ' ', own.url) AS "to"
FROM hreflang_pairs AS pair
INNER JOIN hreflang_pages AS listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_sets AS own ON pair.url_key = own.url_key
INNER JOIN hreflang_sets AS their ON pair.alternate_key = their.url_key
LEFT JOIN hreflang_near_misses AS near
    ON pair.alternate_key = near.url_key AND pair.url_key = near.wanted_key
LEFT JOIN plain_words AS words ON words.topic = 'difference' AND near.difference = words.code
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault IS NULL
    AND pair.code <> 'x-default'
    AND NOT pair.return_void
    AND NOT pair.has_return
    AND pair.target_annotated
    AND NOT EXISTS (
        SELECT 1
        FROM cluster_bridges AS bridge
        WHERE bridge.url_key = pair.url_key AND bridge.alternate_key = pair.alternate_key
    )

/*
---
severity: error
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-one-url-many-langs]
known_as:
  Audisto: ["Document linked twice or more"]
  Sitebulb: ["International: Conflicting outgoing hreflang"]
  hreflang.org: ["Same page for multiple languages"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_pairs
when: "source_fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# One URL for several languages

## What it finds

A listed page whose annotations give another URL codes of different languages (de and fr). Regions
and scripts of one language, and `x-default` beside a language, are no contradiction; nor are the
codes of Norwegian (no, nb, nn).

## Why it matters

A page is written in one language. One of the two codes is wrong, and its readers are sent to a page
they cannot read.

## How to fix it

Give the URL the code of the language it is written in, and name a page for the other language or
leave it out.

## Example

### German and French

`entries`

| loc |
|---|
| https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | fr | https://example.com/de |
| https://example.com/ | en | https://example.com/ |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/de | de and fr | codes of one language |

### Regions, x-default, Norwegian

`entries`

| loc |
|---|
| https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | de-AT | https://example.com/de |
| https://example.com/ | en | https://example.com/en |
| https://example.com/ | x-default | https://example.com/en |
| https://example.com/ | no | https://example.com/no |
| https://example.com/ | nb | https://example.com/no |

finds:

nothing
*/
SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT(pair.code, ' and ', pair.last_code, listed.via) AS observed,
    'codes of one language' AS expected
FROM hreflang_pairs AS pair
INNER JOIN hreflang_pages AS listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_urls AS target ON pair.alternate_key = target.url_key
WHERE pair.first_language <> pair.last_language AND pair.source_fault IS NULL

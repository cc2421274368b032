/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [hreflang-sitemap-page-return-mismatch, hreflang/return-in-another-source]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Link and return link in different sources

## What it finds

A listed page names a version only in the sitemap, and the version names it only in its head or
headers, or the other way round.

## Why it matters

Search engines take the sources together, so the pair is valid. It breaks as soon as one system
changes what it writes.

## How to fix it

Write the annotations of all versions in one place.

## Example

### Sitemap one way, head the other

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de/a | en | https://example.com/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | named in the sitemap, returned by the page | both in one source |

### Both ways in the head

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |

finds:

nothing
*/
SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT(CASE
        WHEN pair.in_sitemap THEN 'named in the sitemap, returned by the page'
        ELSE 'named by the page, returned in the sitemap'
    END, listed.via) AS observed,
    'both in one source' AS expected
FROM hreflang_pairs AS pair
INNER JOIN hreflang_pages AS listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_urls AS target ON pair.alternate_key = target.url_key
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault IS NULL
    AND pair.code <> 'x-default'
    AND pair.has_return
    AND pair.in_sitemap <> pair.on_page
    AND pair.return_in_sitemap <> pair.return_on_page
    AND pair.in_sitemap <> pair.return_in_sitemap

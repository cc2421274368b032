/*
---
severity: notice
cause: has the return link {back} only in another source
confidence: pedantic
basis: advisory
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang return link in another source

## What it finds

A listed page annotates an alternate only in the sitemap, and the return link stands only in the
HTML or Link header of the alternate; or the other way round.

## Why it matters

Google combines all sources, so the pair is valid today. It breaks when one of the two systems
changes its output.

## How to fix it

Write all hreflang annotations in one place: the page template, the Link headers or the sitemap
generator.

## Example

### Annotation in the sitemap, return link in the head

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | Annotation in the sitemap, return link on the page | Both in one source | Use one source for all hreflang annotations |

### Both in the head

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
        WHEN pair.in_sitemap THEN 'Annotation in the sitemap, return link on the page'
        ELSE 'Annotation on the page, return link in the sitemap'
    END, listed.via) AS observed,
    'Both in one source' AS expected,
    'Use one source for all hreflang annotations' AS fix
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

/*
---
severity: notice
cause: is neither linked nor listed, only annotated by hreflang
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["Hreflang: Unlinked Hreflang URLs"]
  Sitebulb: ["Indexability: Isolated URL"]
needs: [entries, link_targets, outlinks, entry_alternates, page_alternates, pages]
over: unlisted_targets
when: "kind = 'hreflang'"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/links-crawlable
since: 0.1.0
---
# Hreflang alternate neither linked nor listed

## What it finds

An indexable URL that listed pages annotate as a hreflang alternate, but that no sitemap lists and
no crawled page links to (`--crawl`). A link to a URL that redirects to it counts as a link. Checked
where `links/orphan` is; if a few pages could not be read, the finding says how many.

## Why it matters

Search engines find the page by hreflang annotations alone. Without links and sitemaps they crawl it
rarely, and the annotations are read late.

## How to fix it

Link to each language of a page, in a language selector that works without scripts. List all
languages in the sitemap generator.

## Example

### No page links to the German one

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/en |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/en |
| https://example.com/ | https://example.com/fr |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/en | listed |
| https://example.com/de | alternate |
| https://example.com/fr | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/en | de | https://example.com/de |
| https://example.com/en | fr | https://example.com/fr |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/de | https://example.com/en | No internal link; hreflang alternate of 1 page | Links to it | Link to it from its other languages, and list it |
*/
SELECT
    url,
    named_by AS related_url,
    CONCAT(
        'No internal link; hreflang alternate of ',
        FORMAT_NUMBER(pages, 0),
        CASE pages WHEN 1 THEN ' page' ELSE ' pages' END,
        '; ' || caveat
    ) AS observed,
    'Links to it' AS expected,
    'Link to it from its other languages, and list it' AS fix
FROM unlisted_targets
WHERE kind = 'hreflang' AND inlinks = 0 AND is_indexable AND unknown_reason IS NULL

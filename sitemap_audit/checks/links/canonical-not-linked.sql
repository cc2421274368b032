/*
---
severity: notice
cause: has no internal links, only canonicals
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["Canonicals: Unlinked"]
  Sitebulb: ["Indexability: Isolated URL"]
needs: [entries, link_targets, outlinks, page_canonicals, pages]
over: unlisted_targets
when: "kind = 'canonical'"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/links-crawlable
since: 0.1.0
---
# Canonical URL without internal links

## What it finds

An indexable URL that listed pages name as their canonical, but that no sitemap lists and no crawled
page links to (`--crawl`): search engines find it by canonicals alone. A link to a URL that redirects
to it counts as a link. Checked where `links/orphan` is; if a few pages could not be read, the
finding says how many.

## Why it matters

Google takes a canonical as a hint, and internal links as another one. Here the pages link
to the duplicates, so Google may index those instead.

## How to fix it

Link to the canonical URL instead of its duplicates, and list it. If the duplicates are the right
pages, correct their canonical.

## Example

### The pages link to the duplicate alone

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/tea |
| https://example.com/coffee |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.com/tea |
| https://example.com/ | https://example.com/coffee |
| https://example.com/ | https://example.com/all-coffee |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/tea | listed |
| https://example.com/coffee | listed |
| https://example.com/all-tea | canonical |
| https://example.com/all-coffee | linked |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/tea | https://example.com/all-tea |
| https://example.com/coffee | https://example.com/all-coffee |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/all-tea | https://example.com/tea | No internal link; canonical of 1 page | Links to it | Link to it instead of its duplicates |
*/
SELECT
    url,
    named_by AS related_url,
    CONCAT(
        'No internal link; canonical of ',
        FORMAT_NUMBER(pages, 0),
        CASE pages WHEN 1 THEN ' page' ELSE ' pages' END,
        '; ' || caveat
    ) AS observed,
    'Links to it' AS expected,
    CASE
        WHEN is_better THEN 'Link to it instead of its duplicates'
        ELSE 'Link to it instead of its duplicates, or correct their canonical'
    END AS fix
FROM unlisted_targets
WHERE kind = 'canonical' AND inlinks = 0 AND is_indexable AND unknown_reason IS NULL

/*
---
severity: error
cause: has a canonical with invalid attributes
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Canonicals: Invalid Attribute In Annotation"]
  Sitebulb: ["Indexability: Canonical contains invalid HTML attributes"]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: canonical
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical with invalid attributes

## What it finds

The canonical link of a listed page has the attribute `hreflang`, `lang`, `media` or `type`.

## Why it matters

Google ignores `rel="canonical"` annotations that have one of these attributes, because they
suggest an alternate version of the page.

## How to fix it

Remove these attributes from the canonical link in the page template: keep only `rel` and `href`.
Write hreflang annotations as separate `<link rel="alternate">` elements.

## Example

### Canonical and hreflang in one link element

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | href | attributes | element |
|---|---|---|---|
| https://example.com/a | https://example.com/a | hreflang | <link rel="canonical" hreflang="en" href="https://example.com/a"> |
| https://example.com/b | https://example.com/b | | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Canonical with hreflang | Only rel and href | Replace with <link rel="canonical" href="https://example.com/a"> | https://example.com/a | replace | head | <link rel="canonical" hreflang="en" href="https://example.com/a"> | <link rel="canonical" href="https://example.com/a"> |
*/
SELECT DISTINCT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    CONCAT('Canonical with ', REPLACE(attributes, ',', ', ')) AS observed,
    'Only rel and href' AS expected,
    COALESCE(
        'Replace with <link rel="canonical" href="' || REPLACE(canonical, '&', '&amp;') || '">',
        'Remove these attributes'
    ) AS fix,
    CASE WHEN canonical IS NOT NULL THEN url END AS change_url,
    'replace' AS action,
    'head' AS place,
    element AS "from",
    '<link rel="canonical" href="' || REPLACE(canonical, '&', '&amp;') || '">' AS "to"
FROM listed_canonicals
WHERE attributes IS NOT NULL AND in_head

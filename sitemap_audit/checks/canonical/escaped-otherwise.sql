/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [canonical-url-case-escape]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical that writes its own address in another way

## What it finds

A listed page whose canonical names the page itself in other letters: %2f for %2F, an escape that is
not needed, a host in capitals, a default port. In normal form the two are the same.

## Why it matters

Search engines normalise addresses, mostly alike. A comparison that does not takes the page for a
duplicate.

## How to fix it

Write the address in the sitemap and in the canonical alike.

## Example

### An escape that is not needed

`entries`

| loc |
|---|
| https://example.com/a-b |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a-b | https://example.com/a%2Db |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a-b | https://example.com/sitemap.xml | https://example.com/a-b | https://example.com/a%2Db | https://example.com/a-b | <link rel="canonical" href="https://example.com/a-b"> | https://example.com/a-b | replace | canonical | https://example.com/a%2Db | https://example.com/a-b |

### As it is, or another page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | https://example.com/%62x |

finds:

nothing
*/
SELECT DISTINCT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    href AS observed,
    canonical AS expected,
    '<link rel="canonical" href="' || REPLACE(canonical, '&', '&amp;') || '">' AS fix,
    url AS change_url,
    'replace' AS action,
    'canonical' AS place,
    href AS "from",
    canonical AS "to"
FROM listed_canonicals
WHERE
    is_valid
    AND canonical_key = url_key
    AND href_problem IS NULL
    AND TRIM(href) <> canonical
    AND POSITION('#' IN href) = 0

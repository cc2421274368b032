/*
---
severity: notice
cause: has a self-referencing canonical that is encoded differently
confidence: pedantic
basis: advisory
engines: [google]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: canonical
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Self-referencing canonical encoded differently

## What it finds

The self-referencing canonical of a listed page is not written in normal form: for example `%2f`
for `%2F`, a character that needs no percent-encoding, an upper-case host or a default port.

## Why it matters

Search engines normalize URLs, usually in the same way. A tool that compares URLs letter by letter
takes the page for canonicalized.

## How to fix it

Write the canonical in the page template exactly as the URL in the sitemap.

## Example

### A percent-encoded character that needs no encoding

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
| https://example.com/a-b | https://example.com/sitemap.xml | https://example.com/a-b | https://example.com/a%2Db | https://example.com/a-b | Set the canonical to https://example.com/a-b | https://example.com/a-b | replace | canonical | https://example.com/a%2Db | https://example.com/a-b |

### Written the same, or another page

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
    CONCAT('Set the canonical to ', canonical) AS fix,
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

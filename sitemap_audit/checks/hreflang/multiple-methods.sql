/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [hreflang-multiple-methods, hreflang/several-methods]
known_as:
  Sitebulb: ["International: Hreflang by multiple methods"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang by several methods

## What it finds

A listed page that is annotated in more than one of head, Link header and sitemap.

## Why it matters

The three are equivalent and may be combined. But two places can come to disagree, and one is less
to keep right.

## How to fix it

Nothing needs to be done while they agree (`hreflang/sources-disagree`).

## Example

### Head and sitemap

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | in the head, in the sitemap | one method |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(CONCAT_WS(
        ', ',
        CASE WHEN in_html THEN 'in the head' END,
        CASE WHEN in_header THEN 'in a header' END,
        CASE WHEN in_sitemap THEN 'in the sitemap' END
    ), via) AS observed,
    'one method' AS expected
FROM hreflang_sets
WHERE
    judged
    AND fault IS NULL
    AND (
        (in_html AND in_sitemap)
        OR (in_html AND in_header)
        OR (in_header AND in_sitemap)
    )

/*
---
severity: notice
cause: has hreflang by several methods
confidence: pedantic
basis: advisory
engines: [google]
known_as:
  Sitebulb: ["International: Hreflang by multiple methods"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang by multiple methods

## What it finds

A listed page has hreflang annotations by two or three methods: `<head>`, Link header, sitemap.

## Why it matters

Google treats the three methods as equivalent and advises one: several have no benefit in search
and are harder to keep in sync.

## How to fix it

Use one method: turn hreflang off in the template, in the Link headers or in the sitemap generator.
As long as all methods agree (`hreflang/sources-disagree`), nothing needs to be done.

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | In <head>, sitemap | One method | Nothing to do while the methods agree |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('In ', CONCAT_WS(
        ', ',
        CASE WHEN in_html THEN '<head>' END,
        CASE WHEN in_header THEN 'Link header' END,
        CASE WHEN in_sitemap THEN 'sitemap' END
    ), via) AS observed,
    'One method' AS expected,
    'Nothing to do while the methods agree' AS fix
FROM hreflang_sets
WHERE
    judged
    AND fault IS NULL
    AND (
        (in_html AND in_sitemap)
        OR (in_html AND in_header)
        OR (in_header AND in_sitemap)
    )

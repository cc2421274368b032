/*
---
severity: notice
cause: has another meta description
severe_at_home: true
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [pages, previous]
over: compared_urls
when: "is_in_both AND ((have_content AND are_html) OR unknown_reason IS NOT NULL) AND EXISTS (SELECT 1 FROM previous_urls AS old WHERE old.description IS NOT NULL)"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/appearance/snippet
since: 0.2.0
---
# Meta description changed

## What it finds

The meta description of a page in the sitemap changed since the previous audit, is new or is missing
now. If the previous audit has no descriptions at all, they are not compared: versions before 0.2
did not store them. A page is not compared if one of the audits did not fetch or read it, or if its
status code changed.

## Why it matters

Search engines often show the description as the snippet in search results.

## How to fix it

If the change was not intended, restore the description in the CMS or the SEO plugin.

## Example

### Another description

`url_states`

| url | description |
|---|---|
| https://example.com/a | New |
| https://example.com/b | Same |

`previous_urls`

| url | description |
|---|---|
| https://example.com/a | Old |
| https://example.com/b | Same |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | New | Old | Restore it, if the change was not intended | |
*/
SELECT
    url,
    sitemap_url,
    observed,
    expected,
    'Restore it, if the change was not intended' AS fix,
    kind
FROM compared_texts
WHERE
    part = 'description'
    AND EXISTS (
        SELECT 1 FROM previous_urls AS old
        WHERE old.description IS NOT NULL
    )

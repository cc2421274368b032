/*
---
severity: notice
cause: has another h1 heading
severe_at_home: true
confidence: high
basis: advisory
engines: [google, bing, yandex]
needs: [pages, previous]
over: compared_urls
when: "is_in_both AND ((have_content AND are_html) OR unknown_reason IS NOT NULL)"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/appearance/title-link
since: 0.2.0
---
# First h1 heading changed

## What it finds

The first h1 heading of a page in the sitemap changed since the previous audit, is new or is missing
now. A page is not compared if one of the audits did not fetch or read it, or if its status code
changed.

## Why it matters

Search engines use the heading for the title link and to understand what the page is about.

## How to fix it

If the change was not intended, restore the heading in the content or the template.

## Example

### Another heading

`url_states`

| url | h1 |
|---|---|
| https://example.com/a | New |
| https://example.com/b | Same |

`previous_urls`

| url | h1 |
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
WHERE part = 'h1'

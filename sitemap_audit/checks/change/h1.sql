/*
---
severity: notice
cause: has another h1 heading
confidence: high
basis: advisory
engines: [google, bing, yandex]
aliases: [change-h1]
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

The first h1 heading of a page in the sitemap is another one than in the previous audit, or is new,
or is gone. Pages that were not fetched or read in one of the audits are not compared, and neither
are pages with another status code than before.

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

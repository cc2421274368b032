/*
---
severity: notice
cause: is new in the sitemap
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Pages added to sitemaps"]
follows: [change/sitemap-added]
needs: [entries, previous]
over: compared_listings
when: "change IN ('added', 'none')"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.2.0
---
# URL added to the sitemap

## What it finds

A URL that a sitemap lists and that no sitemap listed in the previous audit. If the previous audit
did not read all sitemaps, new URLs are not checked. A site that moved to another origin has no new
URLs (`change/site-moved`).

## Why it matters

New URLs are usually new pages. Many new URLs at once can also be parameters, filters, drafts or
test pages that a plugin has added: search engines crawl them all.

## How to fix it

Compare the new URLs with what was published. Exclude unwanted ones in the sitemap settings of the
CMS or plugin.

## Example

### A new URL

`url_states`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

`previous_urls`

| url |
|---|
| https://example.com/a |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/b | https://example.com/sitemap.xml | Listed in https://example.com/sitemap.xml | Not listed | Nothing, if the page was published on purpose |
*/
SELECT
    url,
    sitemap_url,
    CONCAT('Listed in ', sitemap_url) AS observed,
    'Not listed' AS expected,
    'Nothing, if the page was published on purpose' AS fix
FROM compared_listings
WHERE change = 'added' AND unknown_reason IS NULL

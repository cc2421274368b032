/*
---
severity: notice
cause: is no longer in the sitemap
severe_at_home: true
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Pages removed from sitemaps"]
follows: [change/sitemap-removed]
needs: [entries, previous]
over: compared_listings
when: "change IN ('removed', 'confirmed', 'none')"
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.2.0
---
# URL removed from the sitemap

## What it finds

A URL that no sitemap lists any more. It is reported once, by the first audit that misses it, as to
be confirmed: the sitemap may have been incomplete for a short time. The next complete audit says
nothing if it misses the URL, too, and reports it as added if it lists it again. Where older audits
are compared, the last complete audit between the two confirms that it was removed. If an audit did
not read all sitemaps, missing URLs are not checked. A site that moved to another origin has no
removed URLs (`change/site-moved`).

## Why it matters

Search engines crawl a page less often if no sitemap lists it. A fault of the generator, the
database or the shop system often removes pages that still exist.

## How to fix it

If the pages still exist and should be indexed, list them again: look for what changed in the
sitemap settings, the plugin or the database. If they were deleted, return 404 or 410, or redirect
to a successor.

## Example

### A URL that is missing for the first time

`url_states`

| url |
|---|
| https://example.com/a |

`previous_urls`

| url |
|---|
| https://example.com/a |
| https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/b | https://example.com/sitemap.xml | Not listed | Listed in https://example.com/sitemap.xml | List it again, if the page still exists | to be confirmed by the next complete audit |
*/
SELECT
    url,
    sitemap_url,
    CASE
        WHEN change = 'confirmed' THEN 'Not listed, nor in the audit between the two'
        ELSE 'Not listed'
    END AS observed,
    CONCAT('Listed in ', sitemap_url) AS expected,
    'List it again, if the page still exists' AS fix,
    CASE
        WHEN change = 'confirmed' THEN 'confirmed'
        ELSE 'to be confirmed by the next complete audit'
    END AS kind
FROM compared_listings
WHERE change IN ('removed', 'confirmed') AND unknown_reason IS NULL

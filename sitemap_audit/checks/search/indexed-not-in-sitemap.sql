/*
---
severity: warning
cause: is indexed by Google and not in any sitemap
confidence: medium
basis: documented
engines: [google]
follows:
  - links/directory-not-listed
  - links/not-in-sitemap
  - links/canonical-not-in-sitemap
known_as:
  Google Search Console: ["Page indexing: Indexed, not submitted in sitemap"]
adds: 5
needs: [entries, imported_files, imported_urls, inspected_urls, pages]
over: search_listings
when: "is_indexed AND (clicks < $clicks OR NOT is_confirmed)"
unknown: "unknown_reason = 'sitemaps-not-read'"
parameters:
  clicks: 10
see:
  - https://support.google.com/webmasters/answer/7440203
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Indexed URL not in sitemap

## What it finds

A URL that Google has indexed, and that no sitemap lists: its latest state says so, in an imported
export (`sitemap-audit import`) or by the URL Inspection API (`--inspect`), or it has impressions in
Search Console. If the audit or its
state confirms that it is indexable, and it has 10 (`clicks`) or more clicks,
`search/clicks-not-in-sitemap` reports it. Checked only if all sitemaps were read.

Left out are URLs that need no entry: homepages, paginated, sorted and filtered lists, internal
search, variants and copies of a listed URL, a listed URL with parameters, AMP and mobile alternates,
feeds, PDFs and other files, and URLs that the audit found not indexable. If the audit did not fetch
the URL, the export is all that is known: the page may be gone since.

## Why it matters

Google indexes the page without your sitemap, and learns of changes to it later. Search Console does
not count it among the submitted pages, so a drop in indexing stays unseen.

## How to fix it

Open the URL. If it is a page for search engines, include its page type in the sitemap generator. If
it is not, redirect it (301), set `noindex`, or return 404 or 410.

## Example

### Two indexed pages, one of them known to the audit

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/blog/a |

`imported_urls`

| url | file | impressions | clicks |
|---|---|---|---|
| https://example.com/blog/a | Performance-2026-01-10.zip/Pages.csv | 50 | 2 |
| https://example.com/blog/b | Performance-2026-01-10.zip/Pages.csv | 40 | 1 |
| https://example.com/blog/c | Performance-2026-01-10.zip/Pages.csv | 30 | 0 |

`pages`

| url | role |
|---|---|
| https://example.com/ | home |
| https://example.com/blog/a | listed |
| https://example.com/blog/b | linked |

finds:

| url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/blog/b | In no sitemap; indexed by Google, 40 impressions, 1 click (Search Console, export of 2026-01-10) | Listed in a sitemap | Add <url><loc>https://example.com/blog/b</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/blog/b |
| https://example.com/blog/c | In no sitemap; indexed by Google, 30 impressions | Listed in a sitemap | Add to the sitemap if it is a page for search engines | | | | |

### Pages that need no entry, and a sitemap that lists none of the host

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/tea |

`imported_urls`

| url | impressions |
|---|---|
| https://example.com/tea | 90 |
| http://www.example.com/tea/ | 12 |
| https://example.com/tea?color=red | 9 |
| https://example.com/tea?ref=mail | 9 |
| https://example.com/blog?page=2 | 8 |
| https://example.com/prices.pdf | 7 |
| https://example.com/amp/tea | 6 |
| https://example.com/search?q=tea | 5 |
| https://example.com/cart | 4 |

`pages`

| url | role | noindex |
|---|---|---|
| https://example.com/ | home | false |
| https://example.com/tea | listed | false |
| https://example.com/cart | linked | true |

finds:

nothing
*/
SELECT
    url,
    CONCAT(
        'In no sitemap; indexed by Google',
        CASE WHEN state IS NOT NULL THEN CONCAT(' (', state, '; ', state_source, ')') ELSE '' END,
        CASE
            WHEN impressions = 1 THEN ', 1 impression'
            WHEN impressions > 0 THEN CONCAT(', ', FORMAT_NUMBER(impressions, 0), ' impressions')
            ELSE ''
        END,
        CASE
            WHEN clicks = 1 THEN CONCAT(', 1 click (', clicks_source, ')')
            WHEN clicks > 0
                THEN CONCAT(', ', FORMAT_NUMBER(clicks, 0), ' clicks (', clicks_source, ')')
            ELSE ''
        END
    ) AS observed,
    'Listed in a sitemap' AS expected,
    COALESCE(addition, 'Add to the sitemap if it is a page for search engines') AS fix,
    change_url,
    action,
    place,
    "to"
FROM search_listings
WHERE
    NOT is_listed
    AND is_indexed
    AND (clicks < $clicks OR NOT is_confirmed)
    AND COALESCE(unknown_reason, '') <> 'sitemaps-not-read'

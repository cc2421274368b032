/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google]
aliases: [unavailable-after-past]
known_as:
  Screaming Frog: ["Directives: Unavailable_After"]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown') AND robots <> 'disallowed'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Listed page that has expired

## What it finds

A listed page whose `unavailable_after` date was over when it was fetched.

## Why it matters

From that date on search engines treat the page as if it carried `noindex`.

## How to fix it

Take the page out of the sitemap, or remove or renew the date.

## Example

### A date of last year, and one to come

`entries`

| loc |
|---|
| https://example.com/offer |
| https://example.com/event |

`pages`

| url | unavailable_after | unavailable_after_at |
|---|---|---|
| https://example.com/offer | 2025-06-30 | 2025-06-30 |
| https://example.com/event | 2030-06-30 | 2030-06-30 |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/offer | https://example.com/sitemap.xml | unavailable_after: 2025-06-30 | no date, or one to come | take it out, or drop the date |

### A date that cannot be read has not passed

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | unavailable_after |
|---|---|
| https://example.com/a | soon |

finds:

nothing

### A page with noindex needs no date

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | noindex | unavailable_after | unavailable_after_at |
|---|---|---|---|
| https://example.com/a | true | 2025-06-30 | 2025-06-30 |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT('unavailable_after: ', pages.unavailable_after) AS observed,
    'no date, or one to come' AS expected,
    'take it out, or drop the date' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE
    listed_pages.fault = 'noindex'
    AND NOT pages.noindex
    AND pages.unavailable_after_at < pages.fetched_at

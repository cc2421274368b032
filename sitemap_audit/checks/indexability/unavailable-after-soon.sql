/*
---
severity: notice
confidence: high
basis: documented
engines: [google]
aliases: [unavailable-after-soon]
known_as:
  Screaming Frog: ["Directives: Unavailable_After"]
needs: [entries, pages]
over: listed_pages
when: "stands OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters: {days: 30}
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Listed page that leaves the index soon

## What it finds

A listed page whose `unavailable_after` lies in the next `days` days, counted from when it was
fetched.

## Why it matters

After that moment Google drops the page from its results. That may be meant, for an offer that ends.

## How to fix it

If the page stays, take the directive out or move the date. If not, take the URL out of the sitemap
when its time has come.

## Example

### In ten days

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | unavailable_after | unavailable_after_at |
|---|---|---|
| https://example.com/a | 2026-01-25 | 2026-01-25 00:00:00+00:00 |
| https://example.com/b | 2027-01-25 | 2027-01-25 00:00:00+00:00 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | unavailable_after: 2026-01-25 | later than in 30 days, or none |

### What is past has a check of its own

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | unavailable_after | unavailable_after_at |
|---|---|---|
| https://example.com/a | 2025-01-25 | 2025-01-25 00:00:00+00:00 |

finds:

nothing
*/
WITH found AS (
    SELECT
        id,
        CONCAT('unavailable_after: ', unavailable_after) AS observed,
        CONCAT('later than in ', $days, ' days, or none') AS expected
    FROM pages
    WHERE
        unavailable_after_at > fetched_at
        AND DATE_DIFF('day', fetched_at, unavailable_after_at) <= $days
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    found.expected
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.stands

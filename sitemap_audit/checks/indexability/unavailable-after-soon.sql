/*
---
severity: notice
cause: has an unavailable_after date in the near future
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Directives: Unavailable_After"]
needs: [entries, pages]
over: listed_pages
tag: robots
when: "stands OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters: {days: 30}
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Upcoming unavailable_after date

## What it finds

A listed page whose `unavailable_after` date is at most 30 days (`days`) after it was fetched.

## Why it matters

Google removes the page from its search results after that date. That may be intended, for example
for a limited offer.

## How to fix it

Check whether the page should stay indexed. If so, remove or change the date in the template, CMS
plugin or X-Robots-Tag header. If not, remove the URL from the sitemap after that date.

## Example

### In 10 days

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | unavailable_after: 2026-01-25 | More than 30 days ahead, or no date | Remove or change the date, if the page should stay indexed |

### A past date belongs to another check

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
        CONCAT('More than ', $days, ' days ahead, or no date') AS expected
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
    found.expected,
    'Remove or change the date, if the page should stay indexed' AS fix
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.stands

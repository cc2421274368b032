/*
---
severity: error
keeps_out: pages
cause: has an unavailable_after date in the past
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Directives: Unavailable_After"]
needs: [entries, pages]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown') AND robots <> 'disallowed'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Past unavailable_after date

## What it finds

A listed page whose `unavailable_after` date had passed when it was fetched.

## Why it matters

Google treats the page like one with `noindex` after that date and removes it from the index. Other
search engines do not support the directive.

## How to fix it

Remove the URL from the sitemap. If the page should stay indexed, remove or change the date in the
robots meta tag of the template or CMS plugin, or in the server's X-Robots-Tag header.

## Example

### A past date, and a future date

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
| https://example.com/offer | https://example.com/sitemap.xml | unavailable_after: 2025-06-30 | No date, or a future date | Remove from the sitemap, or remove the date |

### Not a valid date

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

### A noindex page

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
    'No date, or a future date' AS expected,
    'Remove from the sitemap, or remove the date' AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE
    listed_pages.fault = 'noindex'
    AND NOT pages.noindex
    AND pages.unavailable_after_at < pages.fetched_at

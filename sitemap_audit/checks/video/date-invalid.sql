/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-date-invalid]
known_as:
  Google Search Console: ["Invalid date"]
needs: [entry_videos]
over: entry_videos
when: "COALESCE(publication_date, expiration_date) IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://www.w3.org/TR/NOTE-datetime
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Date of a video that is none

## What it finds

A `<video:publication_date>` or `<video:expiration_date>` that is neither a whole date nor a date
with a time and a zone, in the form of the W3C.

## Why it matters

Search Console reports an invalid date, and Google does without it: a video that has expired stays.

## How to fix it

Write `2026-01-15` or `2026-01-15T09:30:00+00:00`.

## Example

### A month, a time without zone

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | publication_date | expiration_date |
|---|---|---|
| https://example.com/p | 2026-01 | |
| https://example.com/p | 2026-01-02 | 2026-12-31T10:00:00 |
| https://example.com/p | 2026-01-02T08:00:00Z | 2026-12-31 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | publication_date: 2026-01 (month) | 2026-01-15 or 2026-01-15T09:30:00+00:00 | https://example.com/sitemap.xml | remove | video | publication_date: 2026-01 | |
| https://example.com/p | https://example.com/sitemap.xml | 3 | expiration_date: 2026-12-31T10:00:00 (no-time-zone) | 2026-01-15 or 2026-01-15T09:30:00+00:00 | https://example.com/sitemap.xml | replace | video | expiration_date: 2026-12-31T10:00:00 | expiration_date: 2026-12-31T10:00:00Z |
*/
WITH dates AS (
    SELECT
        url,
        sitemap_url,
        line,
        'publication_date' AS name,
        publication_date AS written,
        publication_problem AS problem,
        publication_precision AS unit,
        publication_at AS moment
    FROM entry_videos
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        'expiration_date' AS name,
        expiration_date AS written,
        expiration_problem AS problem,
        expiration_precision AS unit,
        expiration_at AS moment
    FROM entry_videos
),

meant AS (
    SELECT
        url,
        sitemap_url,
        line,
        name,
        written,
        problem,
        unit,
        CASE
            WHEN unit = 'day' THEN CAST(CAST(moment AS DATE) AS VARCHAR)
            WHEN moment IS NOT NULL AND unit NOT IN ('year', 'month')
                THEN CONCAT(REPLACE(LEFT(CAST(moment AS VARCHAR), 19), ' ', 'T'), 'Z')
        END AS value
    FROM dates
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(name, ': ', written, ' (', COALESCE(problem, unit), ')') AS observed,
    '2026-01-15 or 2026-01-15T09:30:00+00:00' AS expected,
    CASE
        WHEN value IS NOT NULL OR name = 'publication_date' THEN sitemap_url
    END AS change_url,
    CASE WHEN value IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'video' AS place,
    CONCAT(name, ': ', written) AS "from",
    CASE WHEN value IS NOT NULL THEN CONCAT(name, ': ', value) END AS "to"
FROM meant
WHERE problem IS NOT NULL OR unit IN ('year', 'month')

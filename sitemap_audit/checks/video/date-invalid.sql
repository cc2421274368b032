/*
---
severity: error
cause: has an invalid video date
confidence: high
basis: documented
engines: [google]
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
# Invalid publication or expiration date of video

## What it finds

A `<video:publication_date>` or `<video:expiration_date>` that is neither a full date (`2026-01-15`)
nor a date with time and time zone (`2026-01-15T09:30:00+00:00`).

## Why it matters

Google supports these two W3C formats only. It ignores other values, so an expired video can stay in
the results. Search Console reports "Invalid date".

## How to fix it

Change the date format in the sitemap generator or the video plugin to `YYYY-MM-DD` or
`YYYY-MM-DDThh:mm:ss+00:00`. Leave `<video:expiration_date>` out if the video does not expire.

## Example

### Month without a day, time without a time zone

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | publication_date: 2026-01 | Year, month and day | Add month and day, or remove the element | https://example.com/sitemap.xml | remove | video | publication_date: 2026-01 | |
| https://example.com/p | https://example.com/sitemap.xml | 3 | expiration_date: 2026-12-31T10:00:00 | Time with a time zone | Add the time zone, or use 2026-12-31 | https://example.com/sitemap.xml | replace | video | expiration_date: 2026-12-31T10:00:00 | expiration_date: 2026-12-31 |
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
        publication_correction AS value
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
        expiration_correction AS value
    FROM entry_videos
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(name, ': ', CASE WHEN problem = 'empty' THEN 'empty' ELSE written END) AS observed,
    CASE
        WHEN problem = 'no-time-zone' THEN 'Time with a time zone'
        WHEN unit = 'month' THEN 'Year, month and day'
        ELSE 'YYYY-MM-DD or YYYY-MM-DDThh:mm:ss+00:00'
    END AS expected,
    CASE
        WHEN problem = 'no-time-zone' THEN CONCAT('Add the time zone, or use ', value)
        WHEN value IS NOT NULL THEN CONCAT('Use ', value)
        WHEN unit IN ('year', 'month') THEN 'Add month and day, or remove the element'
        ELSE 'Use the format YYYY-MM-DD, or remove the element'
    END AS fix,
    CASE
        WHEN value IS NOT NULL OR name = 'publication_date' THEN sitemap_url
    END AS change_url,
    CASE WHEN value IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'video' AS place,
    CONCAT(name, ': ', written) AS "from",
    CASE WHEN value IS NOT NULL THEN CONCAT(name, ': ', value) END AS "to"
FROM dates
WHERE problem IS NOT NULL OR unit IN ('year', 'month')

/*
---
severity: error
cause: has an invalid <video:rating>
confidence: high
basis: documented
engines: [google]
needs: [entry_videos]
over: entry_videos
when: "rating IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Invalid <video:rating>

## What it finds

A `<video:rating>` that is not a number from 0.0 to 5.0 with a decimal point.

## Why it matters

Google supports ratings from 0.0 (low) to 5.0 (high) and ignores other values.

## How to fix it

Convert the rating to a number from 0.0 to 5.0, for example `4.5`, in the sitemap generator or the
video plugin. Remove the element if the video has no rating.

## Example

### Rating out of 10, decimal comma

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | rating |
|---|---|
| https://example.com/p | 9 |
| https://example.com/p | 4,5 |
| https://example.com/p | 0.0 |
| https://example.com/p | 5 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 9 | Number from 0.0 to 5.0 | Use a number from 0.0 to 5.0, or remove the element | https://example.com/sitemap.xml | remove | video | rating: 9 | |
| https://example.com/p | https://example.com/sitemap.xml | 3 | 4,5 | Number from 0.0 to 5.0 | Use 4.5 | https://example.com/sitemap.xml | replace | video | rating: 4,5 | rating: 4.5 |
*/
WITH faults AS (
    SELECT
        url,
        sitemap_url,
        line,
        rating,
        CASE
            WHEN REGEXP_MATCHES(rating, '^([0-4],[0-9]+|5,0+)$') THEN REPLACE(rating, ',', '.')
        END AS repaired
    FROM entry_videos
    WHERE rating IS NOT NULL AND NOT COALESCE(rating_value BETWEEN 0 AND 5, FALSE)
)

SELECT
    url,
    sitemap_url,
    line,
    rating AS observed,
    'Number from 0.0 to 5.0' AS expected,
    COALESCE('Use ' || repaired, 'Use a number from 0.0 to 5.0, or remove the element') AS fix,
    sitemap_url AS change_url,
    CASE WHEN repaired IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'video' AS place,
    CONCAT('rating: ', rating) AS "from",
    'rating: ' || repaired AS "to"
FROM faults

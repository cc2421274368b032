/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [video-country-invalid]
needs: [entry_videos]
over: entry_videos
when: "restriction IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://www.iso.org/iso-3166-country-codes.html
since: 0.1.0
---
# Country of a video that does not exist

## What it finds

A word in `<video:restriction>` that is no country code of ISO 3166-1, such as `UK` or `EU`. The
codes have two letters and stand with spaces between.

## Why it matters

Google does without the restriction, or takes it for another: the video is shown where it must not
be, or not where it may.

## How to fix it

Write the codes with spaces between: `GB IE`.

## Example

### Not a country, and commas

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | restriction |
|---|---|
| https://example.com/p | IE UK |
| https://example.com/p | DE,AT |
| https://example.com/p | GB IE |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | UK | codes of ISO 3166-1, a space between: GB IE | https://example.com/sitemap.xml | replace | video | restriction: IE UK | restriction: IE GB |
| https://example.com/p | https://example.com/sitemap.xml | 3 | DE,AT | codes of ISO 3166-1, a space between: GB IE | https://example.com/sitemap.xml | replace | video | restriction: DE,AT | restriction: DE AT |
*/
SELECT
    url,
    sitemap_url,
    line,
    restriction_unknown AS observed,
    'codes of ISO 3166-1, a space between: GB IE' AS expected,
    CASE
        WHEN restriction_unknown = 'UK' OR restriction_unknown LIKE '%,%' THEN sitemap_url
    END AS change_url,
    'replace' AS action,
    'video' AS place,
    CONCAT('restriction: ', restriction) AS "from",
    CONCAT(
        'restriction: ',
        CASE
            WHEN restriction_unknown = 'UK' THEN REGEXP_REPLACE(restriction, '\bUK\b', 'GB', 'g')
            ELSE REGEXP_REPLACE(restriction, '\s*,\s*', ' ', 'g')
        END
    ) AS "to"
FROM entry_videos
WHERE restriction_unknown IS NOT NULL

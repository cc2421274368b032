/*
---
severity: error
cause: has an invalid country code in <video:restriction>
confidence: high
basis: documented
engines: [google]
needs: [entry_videos]
over: entry_videos
when: "restriction IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://www.iso.org/iso-3166-country-codes.html
since: 0.1.0
---
# Invalid country code in <video:restriction>

## What it finds

A value in `<video:restriction>` that is not a two-letter country code of ISO 3166-1, such as `UK`
or `EU`. Codes must be separated by spaces.

## Why it matters

Google reads the element as a list of ISO 3166 codes separated by spaces. With an invalid code the
restriction does not apply as intended: the video can appear in countries where it is not licensed,
or be missing where it is.

## How to fix it

Write ISO 3166-1 codes separated by spaces, for example `GB IE`, in the sitemap generator or the
video plugin. The code of the United Kingdom is `GB`. List the countries of a region such as the EU
one by one.

## Example

### `UK`, and codes separated by commas

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | UK | ISO 3166-1 codes separated by spaces | Use IE GB | https://example.com/sitemap.xml | replace | video | restriction: IE UK | restriction: IE GB |
| https://example.com/p | https://example.com/sitemap.xml | 3 | DE,AT | ISO 3166-1 codes separated by spaces | Use DE AT | https://example.com/sitemap.xml | replace | video | restriction: DE,AT | restriction: DE AT |
*/
SELECT
    url,
    sitemap_url,
    line,
    restriction_unknown AS observed,
    'ISO 3166-1 codes separated by spaces' AS expected,
    CASE
        WHEN restriction_unknown = 'UK'
            THEN CONCAT('Use ', REGEXP_REPLACE(restriction, '\bUK\b', 'GB', 'g'))
        WHEN restriction_unknown LIKE '%,%'
            THEN CONCAT('Use ', REGEXP_REPLACE(restriction, '\s*,\s*', ' ', 'g'))
        ELSE 'Use two-letter country codes'
    END AS fix,
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

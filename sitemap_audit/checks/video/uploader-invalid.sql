/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [video-uploader-invalid]
needs: [entry_videos]
over: entry_videos
when: "uploader IS NOT NULL"
parameters: {max_characters: 255}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Uploader of a video that is too long or elsewhere

## What it finds

A `<video:uploader>` of more than 255 characters, or whose `info` is an address on another domain
than the entry's. Hosts whose last two labels are the same count as of one domain.

## Why it matters

Google allows 255 characters and an address on the page's own domain.

## How to fix it

Write the name alone, and into `info` a page on the same domain, or leave `info` out.

## Example

### Another domain

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | uploader | uploader_info |
|---|---|---|
| https://example.com/p | Ann | https://other.example/u |
| https://example.com/p | Ben | https://people.example.com/ben |
| https://example.com/p | Cy | |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | info: https://other.example/u | an address on example.com, or none | https://example.com/sitemap.xml | remove | video | uploader info: https://other.example/u |

### Too long

`parameters`

| max_characters |
|---|
| 5 |

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | uploader |
|---|---|
| https://example.com/p | Sencha |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | a name of 6 characters | at most 5 characters |
*/
WITH hosts AS (
    SELECT
        url,
        sitemap_url,
        line,
        uploader,
        uploader_info,
        REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', '') AS host,
        REGEXP_REPLACE(
            LOWER(SPLIT_PART(TRIM(uploader_info), '/', 3)), '^www[.]', ''
        ) AS info_host
    FROM entry_videos
    WHERE uploader IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN LENGTH(TRIM(uploader)) > $max_characters
            THEN CONCAT('a name of ', LENGTH(TRIM(uploader)), ' characters')
        ELSE CONCAT('info: ', uploader_info)
    END AS observed,
    CASE
        WHEN LENGTH(TRIM(uploader)) > $max_characters
            THEN CONCAT('at most ', $max_characters, ' characters')
        ELSE CONCAT('an address on ', host, ', or none')
    END AS expected,
    CASE WHEN LENGTH(TRIM(uploader)) <= $max_characters THEN sitemap_url END AS change_url,
    'remove' AS action,
    'video' AS place,
    CONCAT('uploader info: ', uploader_info) AS "from"
FROM hosts
WHERE
    LENGTH(TRIM(uploader)) > $max_characters
    OR (
        info_host <> host
        AND REGEXP_EXTRACT(info_host, '[^.]+[.][^.]+$') <> REGEXP_EXTRACT(host, '[^.]+[.][^.]+$')
    )

/*
---
severity: warning
cause: has an invalid <video:uploader>
confidence: high
basis: documented
engines: [google]
needs: [entry_videos]
over: entry_videos
when: "uploader IS NOT NULL"
parameters: {max_characters: 255}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Invalid <video:uploader>

## What it finds

A `<video:uploader>` of more than 255 characters, or whose attribute `info` is a URL on another
domain than the page. Subdomains of one domain count as the same domain.

## Why it matters

Google accepts at most 255 characters, and requires the `info` URL to be on the same domain as
`<loc>`.

## How to fix it

Write only the name of the uploader, and set `info` to a page on the same domain, in the sitemap
generator or the video plugin. Remove `info` if there is no such page.

## Example

### `info` on another domain

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | info: https://other.example/u | URL on example.com | Remove info, or use a URL on example.com | https://example.com/sitemap.xml | remove | video | uploader info: https://other.example/u |

### Name too long

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

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | Name: 6 characters | At most 5 characters | Shorten to 5 characters |
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
            THEN CONCAT('Name: ', LENGTH(TRIM(uploader)), ' characters')
        ELSE CONCAT('info: ', uploader_info)
    END AS observed,
    CASE
        WHEN LENGTH(TRIM(uploader)) > $max_characters
            THEN CONCAT('At most ', $max_characters, ' characters')
        ELSE CONCAT('URL on ', host)
    END AS expected,
    CASE
        WHEN LENGTH(TRIM(uploader)) > $max_characters
            THEN CONCAT('Shorten to ', $max_characters, ' characters')
        ELSE CONCAT('Remove info, or use a URL on ', host)
    END AS fix,
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

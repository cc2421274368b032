/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [video-description-too-long]
needs: [entry_videos]
over: entry_videos
when: "description IS NOT NULL"
parameters: {max_characters: 2048}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# Description of a video that is too long

## What it finds

A `<video:description>` of more than 2,048 characters.

## Why it matters

Google allows 2,048 characters.

## How to fix it

Shorten the description.

## Example

### One character too many

`parameters`

| max_characters |
|---|
| 5 |

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | description |
|---|---|
| https://example.com/p | Sencha |
| https://example.com/p | Assam |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 6 characters | at most 5 characters |
*/
WITH lengths AS (
    SELECT
        url,
        sitemap_url,
        line,
        LENGTH(REGEXP_REPLACE(description, '^\s+|\s+$', '', 'g')) AS characters
    FROM entry_videos
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(characters, ' characters') AS observed,
    CONCAT('at most ', $max_characters, ' characters') AS expected
FROM lengths
WHERE characters > $max_characters

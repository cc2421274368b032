/*
---
severity: warning
cause: has a <video:description> over 2,048 characters
confidence: high
basis: documented
engines: [google]
needs: [entry_videos]
over: entry_videos
when: "description IS NOT NULL"
parameters: {max_characters: 2048}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
since: 0.1.0
---
# <video:description> over 2,048 characters

## What it finds

A `<video:description>` of more than 2,048 characters.

## Why it matters

Google accepts at most 2,048 characters in `<video:description>`.

## How to fix it

Shorten the description of the video in the CMS, or let the sitemap generator cut it at a sentence
before 2,048 characters.

## Example

### 6 characters where 5 are allowed

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

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 6 characters | At most 5 characters | Shorten to 5 characters |
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
    CONCAT(FORMAT_NUMBER(characters, 0), ' characters') AS observed,
    CONCAT('At most ', FORMAT_NUMBER($max_characters, 0), ' characters') AS expected,
    CONCAT('Shorten to ', FORMAT_NUMBER($max_characters, 0), ' characters') AS fix
FROM lengths
WHERE characters > $max_characters

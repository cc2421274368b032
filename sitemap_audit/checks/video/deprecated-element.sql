/*
---
severity: notice
cause: has a deprecated video element
confidence: pedantic
basis: documented
engines: [google]
needs: [entry_videos]
over: entry_videos
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://developers.google.com/search/blog/2022/05/spring-cleaning-sitemap-extensions
since: 0.1.0
---
# Deprecated video sitemap element

## What it finds

A `<video:video>` with `<video:category>`, `<video:gallery_loc>`, `<video:price>` or
`<video:tvshow>`, or a `<video:player_loc>` with the attribute `allow_embed` or `autoplay`.

## Why it matters

Google deprecated these elements and attributes in 2022 and ignores them. They do no harm, but make
the file larger.

## How to fix it

Remove them from the sitemap template, or update the video plugin that writes them.

## Example

### `price`, and the attribute `autoplay`

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | title | elements | player_attributes |
|---|---|---|---|
| https://example.com/p | A | " title price " | |
| https://example.com/p | B | " title player_loc " | autoplay |
| https://example.com/p | C | " title " | |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | price | No deprecated elements | Remove price | https://example.com/sitemap.xml | remove | video | price |
| https://example.com/p | https://example.com/sitemap.xml | 3 | autoplay | No deprecated elements | Remove autoplay | https://example.com/sitemap.xml | remove | video | autoplay |
*/
WITH found AS (
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT_WS(
            ', ',
            CASE WHEN elements LIKE '% category %' THEN 'category' END,
            CASE WHEN elements LIKE '% gallery_loc %' THEN 'gallery_loc' END,
            CASE WHEN elements LIKE '% price %' THEN 'price' END,
            CASE WHEN elements LIKE '% tvshow %' THEN 'tvshow' END,
            CASE
                WHEN player_attributes LIKE '%allow_embed%' THEN 'allow_embed'
            END,
            CASE WHEN player_attributes LIKE '%autoplay%' THEN 'autoplay' END
        ) AS names
    FROM entry_videos
)

SELECT
    url,
    sitemap_url,
    line,
    names AS observed,
    'No deprecated elements' AS expected,
    CONCAT('Remove ', names) AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'video' AS place,
    names AS "from"
FROM found
WHERE names <> ''

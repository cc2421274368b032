/*
---
severity: error
cause: lacks a required video element
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Missing XML tag", "Missing thumbnail URL", "Missing video title"]
needs: [entry_videos]
over: entry_videos
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Required video element missing

## What it finds

A `<video:video>` without `<video:thumbnail_loc>`, `<video:title>` or `<video:description>`, or with
neither `<video:content_loc>` nor `<video:player_loc>`. An empty element counts as missing, and so
does one of another name (`<video:thumbnail>`).

## Why it matters

Google requires these elements and does not index the video without them. Search Console reports the
missing element, for example "Missing thumbnail URL" or "Missing video title".

## How to fix it

Add the missing elements in the sitemap generator or the video plugin. If the CMS has no value for
one of them, make the field mandatory, or leave out `<video:video>` for this page.

## Example

### Thumbnail and video URL missing; two complete videos

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_videos`

| url | thumbnail_loc | title | description | content_loc | player_loc |
|---|---|---|---|---|---|
| https://example.com/p | | A | About A | | "" |
| https://example.com/p | https://example.com/b.png | B | About B | https://example.com/b.mp4 | |
| https://example.com/p | https://example.com/c.png | C | About C | | https://example.com/play?c |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | Missing: <video:thumbnail_loc>, <video:content_loc> or <video:player_loc> | All required elements | Add <video:thumbnail_loc>, <video:content_loc> or <video:player_loc> |
*/
WITH missing AS (
    SELECT
        url,
        sitemap_url,
        line,
        misnamed,
        COALESCE(misnamed, '') AS meant,
        CASE
            WHEN NOT REGEXP_MATCHES(COALESCE(thumbnail_loc, ''), '\S')
                THEN '<video:thumbnail_loc>'
        END AS thumbnail,
        CASE WHEN NOT REGEXP_MATCHES(COALESCE(title, ''), '\S') THEN '<video:title>' END AS title,
        CASE
            WHEN NOT REGEXP_MATCHES(COALESCE(description, ''), '\S') THEN '<video:description>'
        END AS description,
        CASE
            WHEN NOT REGEXP_MATCHES(CONCAT(content_loc, player_loc), '\S')
                THEN '<video:content_loc> or <video:player_loc>'
        END AS file
    FROM entry_videos
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT('Missing: ', CONCAT_WS(', ', thumbnail, title, description, file)) AS observed,
    'All required elements' AS expected,
    CONCAT_WS(
        '. ',
        'Replace ' || REPLACE(misnamed, ' → ', ' with '),
        'Add ' || NULLIF(
            CONCAT_WS(
                ', ',
                CASE
                    WHEN NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?thumbnail_loc>')
                        THEN thumbnail
                END,
                CASE
                    WHEN NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?title>')
                        THEN title
                END,
                CASE
                    WHEN NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?description>')
                        THEN description
                END,
                CASE
                    WHEN NOT REGEXP_MATCHES(meant, '→ <([^:>]+:)?(content|player)_loc>')
                        THEN file
                END
            ),
            ''
        )
    ) AS fix
FROM missing
WHERE COALESCE(thumbnail, title, description, file) IS NOT NULL

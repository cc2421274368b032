/*
---
row: url
rests_on: named
---
One row per URL, as written in a sitemap, page or robots.txt, with an XML entity that is still there
after the file was parsed (`entity`, the first one). `wanted`: the URL with the characters that the
entities mean; NULL if it is not clear. Also the requested URLs (normal form) that returned 400, 404
or 410 and have an escaped percent sign in the path: `entity` is then %2520, for example.
*/
WITH found AS (
    SELECT loc AS written FROM entries
    WHERE loc LIKE '%&%'
    UNION
    SELECT value AS written FROM robots_lines
    WHERE field = 'sitemap' AND value LIKE '%&%'
    UNION
    SELECT href AS written FROM entry_alternates
    WHERE href_problem = 'escaped-twice'
    UNION
    SELECT href AS written FROM page_alternates
    WHERE href_problem = 'escaped-twice'
    UNION
    SELECT href AS written FROM page_canonicals
    WHERE href_problem = 'escaped-twice'
    UNION
    SELECT loc AS written FROM entry_images
    WHERE loc_problem = 'escaped-twice'
    UNION
    SELECT href AS written FROM page_forms
    WHERE href LIKE '%&%'
    UNION
    SELECT thumbnail_loc AS written FROM entry_videos
    WHERE thumbnail_loc LIKE '%&%'
    UNION
    SELECT content_loc AS written FROM entry_videos
    WHERE content_loc LIKE '%&%'
    UNION
    SELECT player_loc AS written FROM entry_videos
    WHERE player_loc LIKE '%&%'
),

escaped AS (
    SELECT
        written,
        REGEXP_EXTRACT(
            written, '&(amp|lt|gt|quot|apos|#[0-9]+|#[xX][0-9A-Fa-f]+)(;|%3[Bb])'
        ) AS entity,
        REGEXP_REPLACE(
            written, '&((amp|#0*38|#[xX]0*26)(;|%3[Bb]))+', '&', 'g'
        ) AS ampersands
    FROM found
    WHERE
        REGEXP_MATCHES(
            written, '&(amp|lt|gt|quot|apos|#[0-9]+|#[xX][0-9A-Fa-f]+)(;|%3[Bb])'
        )
),

missing AS (
    SELECT url FROM pages
    WHERE status IN (400, 404, 410)
    UNION
    SELECT url FROM sitemaps
    WHERE status IN (400, 404, 410)
    UNION
    SELECT url FROM media
    WHERE status IN (400, 404, 410)
),

plain AS (
    SELECT
        written,
        entity,
        REGEXP_REPLACE(
            REGEXP_REPLACE(
                REGEXP_REPLACE(
                    REGEXP_REPLACE(
                        ampersands, '&(quot|#0*34|#[xX]0*22)(;|%3[Bb])', '%22', 'g'
                    ),
                    '&(apos|#0*39|#[xX]0*27)(;|%3[Bb])', '%27', 'g'
                ),
                '&(lt|#0*60|#[xX]0*3[Cc])(;|%3[Bb])', '%3C', 'g'
            ),
            '&(gt|#0*62|#[xX]0*3[Ee])(;|%3[Bb])', '%3E', 'g'
        ) AS wanted
    FROM escaped
)

SELECT
    written,
    entity,
    CASE WHEN NOT REGEXP_MATCHES(wanted, '&#[0-9xX]') THEN TRIM(wanted) END AS wanted
FROM plain
UNION ALL
SELECT
    url AS written,
    REGEXP_EXTRACT(url, '%25[0-9A-Fa-f]{2}') AS entity,
    REPLACE(url, '%25', '%') AS wanted
FROM missing
WHERE
    REGEXP_MATCHES(url, '^[^?]*%25[0-9A-Fa-f]{2}[^?]*$')
    AND NOT REGEXP_MATCHES(url, '%25([^0-9A-Fa-f]|.[^0-9A-Fa-f]|.?$)')

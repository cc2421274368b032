/*
One row per page that is added to a file, with its lastmod and its annotations, if entries of the
file have some; `links`: code, space and URL, a line each.
*/
WITH styles AS (
    SELECT
        sitemap_id,
        COUNT(lastmod) > 0 AS has_lastmod,
        SUM(alternates) > 0 AS has_links
    FROM entries
    WHERE kind = 'url' AND sitemap_id IN (SELECT placed.sitemap_id FROM fix_placed AS placed)
    GROUP BY sitemap_id
),

annotated AS (
    SELECT
        url,
        STRING_AGG(CONCAT(code, ' ', alternate), CHR(10) ORDER BY code, alternate) AS links
    FROM fix_annotated
    GROUP BY url
)

SELECT
    placed.sitemap_id,
    placed.url,
    placed."check",
    CASE WHEN style.has_lastmod THEN dated.lastmod END AS lastmod,
    CASE WHEN style.has_links THEN annotated.links END AS links
FROM fix_placed AS placed
INNER JOIN styles AS style ON placed.sitemap_id = style.sitemap_id
LEFT JOIN fix_dated AS dated ON placed.page_id = dated.page_id
LEFT JOIN annotated ON placed.url = annotated.url

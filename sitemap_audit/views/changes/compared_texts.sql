/*
---
row: url
rests_on: others
---
One row per title, first h1 heading and meta description (`part`: title | h1 | description) that is
another one, new or gone on a page that both audits list and got. `observed`, `expected`: the text
now and before, or None. `kind`: none before | none now; NULL if both have one.
*/
WITH pages AS (
    SELECT
        url,
        sitemap_url,
        title,
        previous_title,
        h1,
        previous_h1,
        description,
        previous_description
    FROM compared_urls
    WHERE is_in_both AND unknown_reason IS NULL AND have_content AND are_html
),

texts AS (
    SELECT
        url,
        sitemap_url,
        'title' AS part,
        title AS content,
        previous_title AS previous_content
    FROM pages
    UNION ALL
    SELECT
        url,
        sitemap_url,
        'h1' AS part,
        h1 AS content,
        previous_h1 AS previous_content
    FROM pages
    UNION ALL
    SELECT
        url,
        sitemap_url,
        'description' AS part,
        description AS content,
        previous_description AS previous_content
    FROM pages
)

SELECT
    url,
    sitemap_url,
    part,
    COALESCE(content, 'None') AS observed,
    COALESCE(previous_content, 'None') AS expected,
    CASE
        WHEN previous_content IS NULL THEN 'none before'
        WHEN content IS NULL THEN 'none now'
    END AS kind
FROM texts
WHERE content IS DISTINCT FROM previous_content

/*
---
row: url
rests_on: others
---
One row per page that the audit has requested only because an internal link leads to it, or to a URL
that redirects to it: without the link crawl it would not be known.
*/
WITH RECURSIVE starts AS (
    SELECT
        pages.url_key,
        pages.redirect_key,
        pages.refresh_key
    FROM pages
    LEFT JOIN listed ON pages.url_key = listed.url_key
    WHERE
        (listed.url_key IS NOT NULL OR pages.role NOT IN ('linked', 'redirect'))
        AND EXISTS (
            SELECT 1 FROM pages AS crawled
            WHERE crawled.role = 'linked'
        )
),

named AS (
    SELECT redirect_key AS url_key
    FROM starts
    UNION
    SELECT refresh_key AS url_key
    FROM starts
    UNION
    SELECT link.canonical_key AS url_key
    FROM page_canonicals AS link
    INNER JOIN starts ON link.url_key = starts.url_key
    UNION
    SELECT link.alternate_key AS url_key
    FROM page_alternates AS link
    INNER JOIN starts ON link.url_key = starts.url_key
    UNION
    SELECT link.form_key AS url_key
    FROM page_forms AS link
    INNER JOIN starts ON link.url_key = starts.url_key
    UNION
    SELECT alternate_key AS url_key
    FROM entry_alternates
),

redirected AS (
    SELECT
        pages.url_key,
        pages.redirect_key,
        1 AS hops
    FROM pages
    INNER JOIN named ON pages.url_key = named.url_key
    WHERE pages.role IN ('linked', 'redirect')
    UNION ALL
    SELECT
        pages.url_key,
        pages.redirect_key,
        redirected.hops + 1 AS hops
    FROM redirected
    INNER JOIN pages ON redirected.redirect_key = pages.url_key
    WHERE pages.role IN ('linked', 'redirect') AND redirected.hops < 20
),

known AS (
    SELECT url_key FROM starts
    UNION
    SELECT url_key FROM redirected
)

SELECT pages.url_key
FROM pages
LEFT JOIN known ON pages.url_key = known.url_key
WHERE
    pages.role IN ('linked', 'redirect')
    AND known.url_key IS NULL
    AND EXISTS (
        SELECT 1 FROM pages AS crawled
        WHERE crawled.role = 'linked'
    )

/*
One row per added page with a lastmod: its own date of its last change. Not one that is made with
each response, or that most pages of the host have.
*/
WITH days AS (
    SELECT
        SPLIT_PART(url, '/', 3) AS host,
        CAST(modified_at AS DATE) AS day,
        COUNT(*) AS pages,
        SUM(COUNT(*)) OVER (PARTITION BY SPLIT_PART(url, '/', 3)) AS dated
    FROM pages
    WHERE
        modified_at IS NOT NULL
        AND SPLIT_PART(url, '/', 3) IN (
            SELECT SPLIT_PART(placed.url, '/', 3) FROM fix_placed AS placed
        )
    GROUP BY SPLIT_PART(url, '/', 3), CAST(modified_at AS DATE)
)

SELECT
    pages.id AS page_id,
    pages.modified AS lastmod
FROM pages
INNER JOIN days
    ON
        SPLIT_PART(pages.url, '/', 3) = days.host
        AND CAST(pages.modified_at AS DATE) = days.day
WHERE
    pages.modified_problem IS NULL
    AND pages.modified_precision NOT IN ('year', 'month')
    AND CAST(pages.modified_at AS DATE) < CAST(COALESCE(pages.sent_at, pages.fetched_at) AS DATE)
    AND NOT (days.pages > 1 AND days.pages * 2 > days.dated)
    AND pages.id IN (SELECT placed.page_id FROM fix_placed AS placed)

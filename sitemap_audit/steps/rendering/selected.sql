/*
One row per page to render, in order, without those that were rendered.

Pages of a pattern are ordered by key, a hash of the URL; the first page of every pattern comes before
the second of any.
*/
WITH ranked AS (
    SELECT
        id,
        url,
        url_key,
        requested,
        tls_problem,
        pattern,
        ROW_NUMBER() OVER (PARTITION BY pattern ORDER BY url_key) AS place,
        COUNT(*) OVER (PARTITION BY pattern) AS pages
    FROM candidates
),

selected AS (
    SELECT *
    FROM ranked
    WHERE place <= $places
    ORDER BY place ASC, pages DESC, pattern ASC, url_key ASC
    LIMIT $most
)

SELECT
    id,
    url,
    url_key,
    requested,
    pattern,
    tls_problem
FROM selected
WHERE
    NOT EXISTS (
        SELECT 1 FROM renders
        WHERE renders.page_id = selected.id
    )
ORDER BY place ASC, pages DESC, pattern ASC, url_key ASC

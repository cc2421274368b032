/*
Origins with directories of which all listed pages are behind a login, at least three: the number of
these pages, and the first directory. Not here is an origin of which all pages are.
*/
WITH depths (pattern) AS (
    VALUES ('^https?://[^/?]+/[^/?]+/'), ('^https?://[^/?]+/[^/?]+/[^/?]+/')
),

walled AS (
    SELECT
        page.url,
        page.origin,
        depths.pattern,
        REGEXP_EXTRACT(page.url, depths.pattern) AS section
    FROM behind_login AS page
    INNER JOIN listed ON page.url = listed.url
    CROSS JOIN depths
    WHERE page.kind = 'page'
),

sections AS (
    SELECT
        pattern,
        section,
        COUNT(*) AS urls
    FROM walled
    WHERE section <> ''
    GROUP BY pattern, section
    HAVING COUNT(*) >= 3
),

placed AS (
    SELECT
        depths.pattern,
        REGEXP_EXTRACT(listed.url, depths.pattern) AS section
    FROM listed
    CROSS JOIN depths
),

whole AS (
    SELECT
        sections.pattern,
        sections.section
    FROM sections
    INNER JOIN placed
        ON sections.pattern = placed.pattern AND sections.section = placed.section
    GROUP BY sections.pattern, sections.section, sections.urls
    HAVING COUNT(*) = sections.urls
)

SELECT
    walled.origin,
    COUNT(DISTINCT walled.url) AS urls,
    MIN(walled.section) AS section
FROM walled
INNER JOIN whole ON walled.pattern = whole.pattern AND walled.section = whole.section
WHERE
    walled.origin NOT IN (
        SELECT hosts.origin FROM hosts
        WHERE hosts.has_login_wall
    )
GROUP BY walled.origin
ORDER BY walled.origin

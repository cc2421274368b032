/*
One row per origin whose robots.txt blocks everything: a rule for all paths disallows pages there,
and no other rule allows a requested page.
*/
WITH judged AS (
    SELECT
        pages.robots,
        CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3)) AS origin,
        CASE
            WHEN
                LOWER(REPLACE(pages.robots_rule, ' ', '')) IN (
                    'disallow:/', 'disallow:/*', 'disallow:*'
                )
                THEN pages.robots_rule
        END AS rule,
        pages.robots_line AS line
    FROM pages
    WHERE pages.robots IN ('allowed', 'disallowed')
)

SELECT
    robots.origin,
    MIN(judged.rule) AS rule,
    MIN(CASE WHEN judged.rule IS NOT NULL THEN judged.line END) AS line,
    COUNT(*) AS pages
FROM robots
INNER JOIN judged ON robots.origin = judged.origin
WHERE robots.policy = 'rules'
GROUP BY robots.origin
HAVING
    COUNT(*) FILTER (WHERE judged.robots = 'allowed') = 0
    AND COUNT(*) FILTER (WHERE judged.rule IS NOT NULL) > 0

/*
---
row: host
rests_on: others
---
One row per origin whose robots.txt blocks everything: a rule for all paths disallows pages there,
and no other rule allows a requested page; without pages, a listed URL.
*/
WITH verdicts AS (
    SELECT
        url,
        robots,
        robots_rule AS rule,
        robots_line AS line
    FROM pages
    WHERE robots IN ('allowed', 'disallowed') AND role <> 'linked'
    UNION ALL
    SELECT
        url,
        robots,
        rule,
        line
    FROM listed_robots
),

judged AS (
    SELECT
        robots,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        CASE
            WHEN LOWER(REPLACE(rule, ' ', '')) IN ('disallow:/', 'disallow:/*', 'disallow:*')
                THEN rule
        END AS rule,
        line
    FROM verdicts
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

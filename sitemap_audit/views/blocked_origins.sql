/*
One row per origin whose robots.txt blocks everything: a rule for every path decided against pages
there, and no page that was looked at is allowed by another.
*/
SELECT
    robots.origin,
    MIN(pages.robots_rule) AS rule,
    COUNT(*) AS pages
FROM robots
INNER JOIN pages
    ON robots.origin = CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3))
WHERE robots.policy = 'rules' AND pages.robots IN ('allowed', 'disallowed')
GROUP BY robots.origin
HAVING
    COUNT(*) FILTER (WHERE pages.robots = 'allowed') = 0
    AND COUNT(*) FILTER (
        WHERE LOWER(REPLACE(pages.robots_rule, ' ', '')) IN ('disallow:/', 'disallow:/*')
    ) > 0

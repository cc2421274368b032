/*
One row per bot and rule of a robots.txt, with the listed URLs that it blocks.
*/
SELECT
    token,
    product,
    owner,
    purpose,
    host,
    robots_url,
    allowed,
    blocked,
    not_checked,
    rule,
    line,
    example,
    documentation
FROM bot_access
ORDER BY number, host, robots_url, line NULLS FIRST

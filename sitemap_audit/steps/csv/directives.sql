/*
One row per directive for robots on a page or in its headers.
*/
SELECT
    url,
    number,
    source,
    agent,
    directive,
    value,
    in_head,
    problem,
    suggestion
FROM page_directives
ORDER BY url, source, number

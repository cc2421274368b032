/*
One row per listed URL of an audit that requests no pages, if its robots.txt was read and no option
leaves the URL out: `robots` (allowed | disallowed), and the `rule` and `line` that decide, else NULL.
At first without rows.
*/
CREATE OR REPLACE TABLE listed_robots (
    url_key BIGINT,
    url VARCHAR,
    robots VARCHAR,
    rule VARCHAR,
    line BIGINT
)

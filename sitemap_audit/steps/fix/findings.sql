/*
One row per stored finding that is corrected, or that says what not to touch: of checks that are not
chosen only those of URLs that the site did not show to us, or for which another one was meant.
*/
SELECT
    found.finding_id,
    found.root_id,
    found."check",
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.fix,
    found.change_url,
    found."action",
    found.place,
    found."from",
    found."to",
    checks.is_chosen,
    checks.way,
    checks.adds,
    checks.of_entry,
    checks.of_pair,
    checks.meant
FROM fix_stored AS found
INNER JOIN fix_checks AS checks ON found."check" = checks.name
WHERE checks.is_chosen OR checks.meant OR checks.way = 'leave'

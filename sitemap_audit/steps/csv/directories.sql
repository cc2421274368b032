/*
One row per directory of a link crawl, those with most missing pages and orphans first.
*/
SELECT
    directory,
    pages,
    listed,
    linked,
    not_in_sitemap,
    orphans,
    not_checked
FROM reported_directories
ORDER BY with_findings DESC, pages DESC, directory ASC

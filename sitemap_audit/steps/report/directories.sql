/*
The directories of a link crawl with most missing pages and orphans.
*/
SELECT
    directory,
    pages,
    listed,
    linked,
    not_in_sitemap,
    orphans,
    not_checked,
    missing_check,
    orphan_check
FROM reported_directories
ORDER BY with_findings DESC, pages DESC, directory ASC
LIMIT $rows

/*
Why orphan URLs are not known, with the number of hosts, one of them, and their pages, unread and
all.
*/
SELECT
    unlinked_reason,
    COUNT(*) AS hosts,
    MIN(host) AS host,
    SUM(unread_pages) AS unread,
    SUM(pages) AS pages
FROM link_crawls
WHERE
    unlinked_reason IS NOT NULL
    AND host IN (SELECT SPLIT_PART(listed.url, '/', 3) FROM listed)
GROUP BY unlinked_reason
ORDER BY COUNT(*) DESC, unlinked_reason

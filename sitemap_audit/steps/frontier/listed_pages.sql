/*
One row per entry of a page that is not left out: those that are done first, so that `--max-urls`
counts them, then in the order of the sitemaps.
*/
SELECT
    entries.url,
    entries.url_key,
    entries.loc
FROM entries
LEFT JOIN done_pages ON entries.url_key = done_pages.url_key
WHERE
    entries.kind = 'url'
    AND entries.url IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM left_out
        WHERE left_out.url_key = entries.url_key
    )
ORDER BY done_pages.url_key IS NULL, entries.sitemap_id, entries.position

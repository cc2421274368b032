/*
The tables that lack what the API of a search engine did not return.
*/
SELECT DISTINCT
    CASE kind
        WHEN 'performance' THEN 'imported_urls'
        WHEN 'sitemaps' THEN 'submitted_sitemaps'
        ELSE 'inspected_urls'
    END AS name
FROM imported_files
WHERE not_read IS NOT NULL

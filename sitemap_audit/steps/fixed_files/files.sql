/*
The files to rewrite, those that list others last.
*/
SELECT
    id,
    url,
    kind,
    entries,
    children,
    compression,
    content_encoding,
    received_hash
FROM fix_files
ORDER BY children > 0, url

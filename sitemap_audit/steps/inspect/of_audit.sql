/*
One row per URL that was inspected for this audit before, by the property that is read: `$file_id`.
*/
SELECT * FROM inspected_urls -- noqa: AM04
WHERE file_id = $file_id

/*
One row per URL that is listed and was inspected since `$since`, or for this audit before: its
latest inspection, as a row of the imported file `$file_id`, with the columns of `inspected_urls`.
*/
SELECT * REPLACE (CAST($file_id AS BIGINT) AS file_id) -- noqa: AM04
FROM kept_inspections
WHERE
    (inspected_at >= $since OR file_id = $file_id)
    AND EXISTS (
        SELECT 1 FROM listed
        WHERE listed.url_key = kept_inspections.url_key
    )
QUALIFY ROW_NUMBER() OVER (PARTITION BY url_key ORDER BY inspected_at DESC) = 1

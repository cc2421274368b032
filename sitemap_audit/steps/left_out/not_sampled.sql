/*
One row per candidate that is not in the sample.
*/
SELECT
    url_key,
    $why AS reason
FROM candidates
WHERE NOT EXISTS (
    SELECT 1 FROM sampled
    WHERE sampled.url_key = candidates.url_key
)

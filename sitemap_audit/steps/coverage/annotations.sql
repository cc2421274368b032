/*
One row per listed page of which the hreflang annotations are not known.
*/
SELECT
    url_key,
    unknown_reason
FROM listed_pages
WHERE
    state IN ('ok', 'unknown') AND NOT annotations_known AND unknown_reason IS NOT NULL

/*
One row per listed or linked URL that is not included, or excluded.
*/
SELECT
    url_key,
    WHY_LEFT_OUT(url) AS reason
FROM (
    SELECT
        url_key,
        url
    FROM entries
    WHERE kind = 'url' AND url_key IS NOT NULL
    UNION
    SELECT
        url_key,
        url
    FROM link_targets
) AS found
WHERE WHY_LEFT_OUT(url) <> ''

/*
One row per listed URL that is a variant of a URL (`is_alike`), or in a folder.
*/
SELECT
    url,
    url_near_key = $near AS is_alike
FROM stored_url_states
WHERE outcome IS NOT NULL AND (url_near_key = $near OR STARTS_WITH(url, $folder))

/*
One row per listed URL that was not requested, and that no option leaves out.
*/
SELECT
    listed.url_key,
    listed.sitemap_id,
    listed.position
FROM listed
LEFT JOIN page_states ON listed.url_key = page_states.url_key
LEFT JOIN left_out ON listed.url_key = left_out.url_key
WHERE page_states.page_id IS NULL AND left_out.url_key IS NULL

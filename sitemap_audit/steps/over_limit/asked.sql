/*
How many listed URLs were requested.
*/
SELECT COUNT(*) AS pages
FROM listed
INNER JOIN page_states ON listed.url_key = page_states.url_key

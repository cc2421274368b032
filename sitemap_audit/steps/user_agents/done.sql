/*
One row per page that was requested as Googlebot.
*/
SELECT url_key
FROM googlebot_pages

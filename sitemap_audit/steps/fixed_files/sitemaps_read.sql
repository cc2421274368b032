/*
The number of sitemaps with entries.
*/
SELECT COUNT(*) FROM sitemaps
WHERE entries > 0 OR children > 0

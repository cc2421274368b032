/*
The URLs of sitemaps: no part gets one of them.
*/
SELECT DISTINCT url FROM sitemaps

/*
When the last page was fetched.
*/
SELECT MAX(fetched_at) FROM pages

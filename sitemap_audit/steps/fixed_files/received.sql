/*
The names under which sitemaps are kept as received.
*/
SELECT received_hash FROM fix_files

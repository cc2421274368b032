/*
How many URLs have a depth.
*/
SELECT COUNT(*) AS urls FROM link_depths
WHERE depth = $depth

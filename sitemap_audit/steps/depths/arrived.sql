/*
How many URLs are some redirects away from a linked URL.
*/
SELECT COUNT(*) AS urls FROM link_arrivals
WHERE hops = $hops

/*
Sitemaps that their origin's robots.txt, which could be read, does not list, with the origin.
*/
SELECT DISTINCT
    origin,
    url
FROM found_sitemaps
WHERE NOT is_declared
ORDER BY url

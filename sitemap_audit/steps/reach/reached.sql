/*
How many pairs of sitemaps are some steps apart.
*/
SELECT COUNT(*) AS pairs FROM sitemap_reach
WHERE steps = $steps

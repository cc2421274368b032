/*
How many sitemaps have shares.
*/
SELECT COUNT(DISTINCT sitemap_url) AS sitemaps FROM sitemap_shares

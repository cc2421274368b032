/*
One row per sitemap that is not audited.
*/
SELECT sitemap_url FROM (SELECT DISTINCT sitemap_url FROM entries) AS listing
WHERE WHY_LEFT_OUT(sitemap_url) <> ''

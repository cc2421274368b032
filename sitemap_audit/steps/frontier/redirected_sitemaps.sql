/*
One row per sitemap that redirects, in the order in which they were fetched.
*/
SELECT
    url,
    url_key,
    requested,
    found_by,
    found_in,
    depth,
    location,
    redirect_url
FROM sitemaps
WHERE redirect_url IS NOT NULL
ORDER BY id

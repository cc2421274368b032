/*
One row per URL of the sample, with the number of URLs that it stands for.
*/
SELECT
    url_key,
    urls / COUNT(*) OVER (PARTITION BY sitemap_url, pattern) AS weight
FROM chosen_urls

/*
One row per home page, with the URL that it redirects to and its language.
*/
SELECT
    url,
    COALESCE(redirect_url, refresh_url) AS target,
    lang
FROM pages
WHERE REGEXP_MATCHES(url, '^https?://[^/]+/$')

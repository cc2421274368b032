/*
One row per home page and per internal URL that a link, or a redirect of a linked URL, leads to.
*/
WITH urls AS (
    SELECT url_key FROM link_targets
    UNION
    SELECT url_key FROM pages
)

SELECT
    urls.url_key,
    reached.depth,
    COALESCE(
        reached.referrer_key,
        CASE
            WHEN redirected.url_key IS NULL THEN direct.referrer_key ELSE redirected.referrer_key
        END
    ) AS referrer_key,
    CASE
        WHEN redirected.url_key IS NULL THEN COALESCE(direct.inlinks, 0)
        ELSE redirected.inlinks
    END AS inlinks
FROM urls
LEFT JOIN link_depths AS reached ON urls.url_key = reached.url_key
LEFT JOIN link_counts AS direct ON urls.url_key = direct.url_key
LEFT JOIN redirected_counts AS redirected ON urls.url_key = redirected.url_key
WHERE
    reached.url_key IS NOT NULL
    OR direct.url_key IS NOT NULL
    OR redirected.url_key IS NOT NULL

/*
---
row: url
rests_on: others
---
One row per URL that moved to another origin with its path, where most listed URLs of its origin and
most of its site (what sitemaps on the same host list, with or without www) did, or where the user
says that one origin stands for the other (`is_mapped`). `previous_key`: the key that it had in the
previous audit.
*/
WITH before AS (
    SELECT
        url_key,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        SUBSTRING(
            url, LENGTH(SPLIT_PART(url, '/', 1)) + LENGTH(SPLIT_PART(url, '/', 3)) + 3
        ) AS path,
        REGEXP_REPLACE(SPLIT_PART(COALESCE(sitemap_url, url), '/', 3), '^www[.]', '') AS site
    FROM previous_urls
    WHERE outcome IS NOT NULL
),

sites AS (
    SELECT
        site,
        COUNT(*) AS urls
    FROM before
    GROUP BY site
),

totals AS (
    SELECT
        origin,
        COUNT(*) AS urls
    FROM before
    GROUP BY origin
),

gone AS (
    SELECT
        before.url_key,
        before.origin,
        before.path,
        before.site
    FROM before
    LEFT JOIN url_states AS kept ON before.url_key = kept.url_key AND kept.outcome IS NOT NULL
    WHERE kept.url_key IS NULL
),

added AS (
    SELECT
        now.url_key,
        CONCAT(SPLIT_PART(now.url, '/', 1), '//', SPLIT_PART(now.url, '/', 3)) AS origin,
        SUBSTRING(
            now.url, LENGTH(SPLIT_PART(now.url, '/', 1)) + LENGTH(SPLIT_PART(now.url, '/', 3)) + 3
        ) AS path
    FROM url_states AS now
    LEFT JOIN previous_urls AS old ON now.url_key = old.url_key AND old.outcome IS NOT NULL
    CROSS JOIN previous_run
    WHERE now.outcome IS NOT NULL AND old.url_key IS NULL
),

pairs AS (
    SELECT
        gone.url_key AS previous_key,
        gone.origin AS previous_origin,
        gone.site,
        added.url_key,
        added.origin
    FROM gone
    INNER JOIN added ON gone.path = added.path
),

moved_sites AS (
    SELECT
        pairs.site,
        pairs.origin
    FROM pairs
    INNER JOIN sites ON pairs.site = sites.site
    GROUP BY pairs.site, pairs.origin, sites.urls
    HAVING COUNT(*) * 2 > sites.urls
),

found AS (
    SELECT
        pairs.previous_origin,
        pairs.origin,
        COUNT(*) AS urls,
        COUNT(moved_sites.site) > 0 AS is_of_site
    FROM pairs
    LEFT JOIN moved_sites
        ON pairs.site = moved_sites.site AND pairs.origin = moved_sites.origin
    GROUP BY pairs.previous_origin, pairs.origin
),

-- Of several origins that list the same paths now, the one with the most is the new one.
ranked AS (
    SELECT
        found.previous_origin,
        found.origin,
        mapped.origin IS NOT NULL AS is_mapped,
        ROW_NUMBER() OVER (
            PARTITION BY found.previous_origin
            ORDER BY mapped.origin IS NULL ASC, found.urls DESC, found.origin ASC
        ) AS place
    FROM found
    INNER JOIN totals ON found.previous_origin = totals.origin
    LEFT JOIN mapped_origins AS mapped
        ON found.previous_origin = mapped.previous_origin AND found.origin = mapped.origin
    WHERE
        (found.urls * 2 > totals.urls AND found.is_of_site)
        OR mapped.origin IS NOT NULL
),

-- Two origins that moved to one have one URL for the same path.
moved AS (
    SELECT
        pairs.previous_key,
        pairs.previous_origin,
        pairs.url_key,
        pairs.origin,
        ranked.is_mapped,
        ROW_NUMBER() OVER (
            PARTITION BY pairs.url_key ORDER BY pairs.previous_origin, pairs.previous_key
        ) AS place
    FROM pairs
    INNER JOIN ranked
        ON pairs.previous_origin = ranked.previous_origin AND pairs.origin = ranked.origin
    WHERE ranked.place = 1
)

SELECT
    previous_key,
    previous_origin,
    url_key,
    origin,
    is_mapped
FROM moved
WHERE place = 1

/*
One row per URL that moved to another origin with its path, where most listed URLs of its origin
did, or where the user says that one origin stands for the other (`is_mapped`). `previous_key`: the
key that it had in the previous audit.
*/
WITH before AS (
    SELECT
        url_key,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        SUBSTRING(
            url, LENGTH(SPLIT_PART(url, '/', 1)) + LENGTH(SPLIT_PART(url, '/', 3)) + 3
        ) AS path
    FROM previous_urls
    WHERE outcome IS NOT NULL
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
        before.path
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
        added.url_key,
        added.origin
    FROM gone
    INNER JOIN added ON gone.path = added.path
),

found AS (
    SELECT
        previous_origin,
        origin,
        COUNT(*) AS urls
    FROM pairs
    GROUP BY previous_origin, origin
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
    WHERE found.urls * 2 > totals.urls OR mapped.origin IS NOT NULL
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

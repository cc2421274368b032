/*
One row per URL to inspect, `$most` at most, in order; not those with an inspection since `$since`.

Turn 1: pages with errors, those with most clicks first; half of the URLs, or more where there are
not enough others. Turn 2: a sample of what was never inspected. The strata are those of `--sample`,
URLs of a sitemap with the same pattern: the first URL of each stratum comes before the second of
any, and then the strata take turns by their sizes. The places of URLs in their stratum do not depend
on what was inspected, so that each run goes on where the one before ended. Turn 3: the oldest
inspection first.
*/
WITH ranked AS (
    SELECT
        url_key,
        ROW_NUMBER() OVER (
            PARTITION BY sitemap_url, pattern
            ORDER BY SUBSTRING(MD5(CONCAT($seed, ':', url_key)), 1, 12) ASC, url_key ASC
        ) AS place,
        COUNT(*) OVER (PARTITION BY sitemap_url, pattern) AS urls
    FROM strata
),

due AS (
    SELECT
        url_key,
        url,
        loc,
        has_error,
        inspected_at,
        ROW_NUMBER() OVER (
            PARTITION BY has_error
            ORDER BY clicks DESC, inspected_at ASC NULLS FIRST, url_key ASC
        ) AS error_place
    FROM candidates
    WHERE inspected_at IS NULL OR inspected_at < $since
),

limits AS (
    SELECT GREATEST(CEIL($most / 2.0), $most - COUNT(*)) AS errors
    FROM due
    WHERE NOT has_error
),

in_turns AS (
    SELECT
        due.url_key,
        due.url,
        due.loc,
        due.inspected_at,
        due.error_place,
        ranked.place,
        ranked.urls,
        CASE
            WHEN due.has_error AND due.error_place <= limits.errors THEN 1
            WHEN due.inspected_at IS NULL THEN 2
            ELSE 3
        END AS turn
    FROM due
    INNER JOIN ranked ON due.url_key = ranked.url_key
    CROSS JOIN limits
)

SELECT
    url,
    loc
FROM in_turns
ORDER BY
    turn ASC,
    CASE WHEN turn = 1 THEN error_place END ASC,
    CASE WHEN turn = 3 THEN inspected_at END ASC,
    CASE WHEN place > 1 THEN 1 ELSE 0 END ASC,
    CAST(2 * place - 1 AS DOUBLE) / urls ASC,
    url_key ASC
LIMIT $most

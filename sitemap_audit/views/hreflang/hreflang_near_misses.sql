/*
---
row: pair
rests_on: named
---
One row per URL without a hreflang annotation to `wanted` (its own URL, or a page that annotates it)
but with one to `alternate`, which differs only by a common slip. `difference`: scheme | www |
trailing-slash | case | several (index page, order of the parameters, or more than one).
*/
WITH missing AS (
    SELECT
        url_key,
        url_key AS wanted_key
    FROM hreflang_sets
    WHERE judged AND links > 0 AND NOT has_self
    UNION
    SELECT
        alternate_key AS url_key,
        url_key AS wanted_key
    FROM hreflang_pairs
    WHERE NOT has_return
),

near AS (
    SELECT
        missing.url_key,
        missing.wanted_key,
        wanted.url AS wanted,
        MIN(named.url) AS alternate,
        ARG_MIN(named.url_key, named.url) AS alternate_key
    FROM missing
    INNER JOIN indexability AS wanted ON missing.wanted_key = wanted.url_key
    INNER JOIN hreflang_links AS link ON missing.url_key = link.url_key
    INNER JOIN hreflang_urls AS named
        ON link.alternate_key = named.url_key AND wanted.url_near_key = named.near_key
    GROUP BY missing.url_key, missing.wanted_key, wanted.url
)

SELECT
    url_key,
    wanted_key,
    wanted,
    alternate,
    alternate_key,
    CASE
        WHEN SPLIT_PART(wanted, '://', 2) = SPLIT_PART(alternate, '://', 2) THEN 'scheme'
        WHEN REPLACE(wanted, '://www.', '://') = REPLACE(alternate, '://www.', '://') THEN 'www'
        WHEN LOWER(wanted) = LOWER(alternate) THEN 'case'
        WHEN
            SPLIT_PART(wanted, '?', 2) = SPLIT_PART(alternate, '?', 2)
            AND RTRIM(SPLIT_PART(wanted, '?', 1), '/') = RTRIM(SPLIT_PART(alternate, '?', 1), '/')
            THEN 'trailing-slash'
        ELSE 'several'
    END AS difference
FROM near

/*
One row per URL that is listed or has or is the target of hreflang annotations, of an origin where
three or more listed URLs, that differ not only by their parameters, have the same effective
canonical, another URL, or where three or more pages lack hreflang annotations. `pattern`: as in
patterns.py. `origin`: scheme, host, port.
*/
WITH canonicalized AS (
    SELECT
        listed.url,
        CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
        effective.canonical_key
    FROM effective_canonicals AS effective
    INNER JOIN listed ON effective.url_key = listed.url_key
    WHERE effective.canonical_key <> effective.url_key
),

unreturned AS (
    SELECT
        alternate,
        CONCAT(SPLIT_PART(alternate, '/', 1), '//', SPLIT_PART(alternate, '/', 3)) AS origin
    FROM hreflang_faulty_pairs
    WHERE target_fault IS NULL
),

without_own AS (
    SELECT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM hreflang_sets
    WHERE judged AND fault IS NULL AND links > 0 AND NOT has_self
),

shared AS (
    SELECT origin
    FROM canonicalized
    GROUP BY origin, canonical_key
    HAVING COUNT(DISTINCT SPLIT_PART(url, '?', 1)) >= 3
    UNION
    SELECT origin
    FROM unreturned
    GROUP BY origin
    HAVING COUNT(DISTINCT alternate) >= 3
    UNION
    SELECT origin
    FROM without_own
    GROUP BY origin
    HAVING COUNT(*) >= 3
),

named AS (
    SELECT
        url_key,
        url,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        TRUE AS listed
    FROM listed
    UNION ALL
    SELECT
        named.url_key,
        named.url,
        CONCAT(SPLIT_PART(named.url, '/', 1), '//', SPLIT_PART(named.url, '/', 3)) AS origin,
        FALSE AS listed
    FROM hreflang_urls AS named
    LEFT JOIN listed ON named.url_key = listed.url_key
    WHERE listed.url_key IS NULL
)

SELECT
    named.url_key,
    PATTERN_OF(named.url) AS pattern,
    shared.origin,
    named.listed
FROM named
INNER JOIN shared ON named.origin = shared.origin

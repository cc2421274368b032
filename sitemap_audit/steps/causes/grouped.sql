/*
One row per finding or change, with its cause: of those with the same check, kind, `cause_by` and
`cause` it is one.

What is grouped by the pattern of its URL has the rule as its cause where there is one for several;
else the host, if it concerns at least 10 URLs of several patterns, and half of the
host's URLs, those that are not listed among them. What shares its pattern
with no other is put together as `urls`.

`unit`: what it affects: URL | host | sitemap | robots.txt file. `affected`: which one. All reports
count by it.
*/
WITH single AS (
    SELECT
        "check",
        kind,
        cause
    FROM placed
    WHERE cause_by = 'pattern'
    GROUP BY "check", kind, cause
    HAVING COUNT(*) = 1
),

rules AS (
    SELECT
        "check",
        kind
    FROM placed
    WHERE has_rule AND kind IS NOT NULL AND cause_by = 'pattern'
    GROUP BY "check", kind
    HAVING COUNT(*) > 1
),

hosts AS (
    SELECT
        "check",
        kind,
        host
    FROM placed
    WHERE cause_by = 'pattern' AND is_counted AND host IS NOT NULL
    GROUP BY "check", kind, host
    HAVING
        COUNT(DISTINCT pattern) > 1
        AND COUNT(DISTINCT url) >= 10
        AND COUNT(DISTINCT url) >= 0.5 * (
            MAX(host_urls) + COUNT(DISTINCT CASE WHEN is_unlisted THEN url END)
        )
),

told AS (
    SELECT
        placed.number,
        placed.pattern,
        COALESCE(placed.url, placed.sitemap_url, placed.related_url, '') AS about,
        CASE
            WHEN rules."check" IS NOT NULL THEN 'rule'
            WHEN hosts.host IS NOT NULL THEN 'host'
            WHEN single.cause IS NOT NULL THEN 'urls'
            ELSE placed.cause_by
        END AS cause_by,
        CASE
            WHEN rules."check" IS NOT NULL THEN placed.kind
            WHEN hosts.host IS NOT NULL THEN hosts.host
            WHEN single.cause IS NOT NULL THEN 'URLs that share no pattern'
            ELSE placed.cause
        END AS cause,
        CASE
            WHEN placed.unit_of_check IS NOT NULL THEN placed.unit_of_check
            WHEN placed.url IS NULL AND placed.sitemap_url IS NOT NULL THEN 'sitemap'
            WHEN placed.url LIKE '%/robots.txt' THEN 'robots.txt file'
            ELSE 'URL'
        END AS unit
    FROM placed
    LEFT JOIN rules
        ON
            placed.cause_by = 'pattern'
            AND placed."check" = rules."check"
            AND placed.kind = rules.kind
    LEFT JOIN hosts
        ON
            placed.cause_by = 'pattern'
            AND placed."check" = hosts."check"
            AND placed.kind IS NOT DISTINCT FROM hosts.kind
            AND placed.host = hosts.host
    LEFT JOIN single
        ON
            placed.cause_by = 'pattern'
            AND placed."check" = single."check"
            AND placed.kind IS NOT DISTINCT FROM single.kind
            AND placed.cause = single.cause
)

SELECT
    number,
    pattern,
    cause_by,
    cause,
    unit,
    CASE unit
        WHEN 'host' THEN CONCAT(SPLIT_PART(about, '/', 1), '//', SPLIT_PART(about, '/', 3))
        ELSE about
    END AS affected
FROM told

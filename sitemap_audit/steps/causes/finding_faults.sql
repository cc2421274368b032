/*
One row per fault that a finding is of. That of a pair explains the pair, and what names one page
alone.
*/
WITH named AS (
    SELECT
        found.finding_id,
        found."check",
        found.url,
        found.sitemap_url,
        found.related_url,
        COALESCE(found.url, found.sitemap_url) AS about,
        COALESCE(roles.row_of = 'pair', FALSE) AS is_of_pair,
        roles.keeps_out
    FROM findings AS found
    INNER JOIN check_roles AS roles ON found."check" = roles."check"
)

SELECT
    finding_id,
    "check",
    'pair' AS kind,
    CONCAT(LEAST(about, related_url), ' ', GREATEST(about, related_url)) AS place
FROM named
WHERE about IS NOT NULL AND related_url IS NOT NULL
UNION ALL
SELECT
    finding_id,
    "check",
    CASE WHEN is_of_pair THEN 'end of a pair' ELSE 'url' END AS kind,
    about AS place
FROM named
WHERE about IS NOT NULL
UNION ALL
SELECT
    finding_id,
    "check",
    'file' AS kind,
    about AS place
FROM named
WHERE about IS NOT NULL AND url IS NULL AND NOT is_of_pair
UNION ALL
SELECT
    finding_id,
    "check",
    'entry' AS kind,
    sitemap_url AS place
FROM named
WHERE url IS NOT NULL AND sitemap_url IS NOT NULL AND NOT is_of_pair
UNION ALL
SELECT
    finding_id,
    "check",
    'origin' AS kind,
    CONCAT(SPLIT_PART(about, '/', 1), '//', SPLIT_PART(about, '/', 3)) AS place
FROM named
WHERE about IS NOT NULL AND keeps_out = 'host'

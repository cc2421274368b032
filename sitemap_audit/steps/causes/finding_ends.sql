/*
One row per end of a finding, the nearest first: both URLs, its target, its page, its file, its
origin.
*/
WITH named AS (
    SELECT
        found.finding_id,
        found.url,
        found.sitemap_url,
        found.related_url,
        COALESCE(found.url, found.sitemap_url) AS about,
        roles.row_of
    FROM findings AS found
    INNER JOIN check_roles AS roles ON found."check" = roles."check"
)

SELECT
    finding_id,
    1 AS way,
    'pair' AS kind,
    CONCAT(LEAST(about, related_url), ' ', GREATEST(about, related_url)) AS place
FROM named
WHERE about IS NOT NULL AND related_url IS NOT NULL
UNION ALL
SELECT
    finding_id,
    2 AS way,
    'url' AS kind,
    related_url AS place
FROM named
WHERE related_url IS NOT NULL
UNION ALL
SELECT
    finding_id,
    3 AS way,
    'url' AS kind,
    about AS place
FROM named
WHERE about IS NOT NULL
UNION ALL
SELECT
    finding_id,
    3 AS way,
    'end of a pair' AS kind,
    about AS place
FROM named
WHERE about IS NOT NULL AND related_url IS NULL
UNION ALL
SELECT
    finding_id,
    4 AS way,
    'file' AS kind,
    sitemap_url AS place
FROM named
WHERE url IS NOT NULL AND sitemap_url IS NOT NULL
UNION ALL
SELECT
    finding_id,
    4 AS way,
    'entry' AS kind,
    sitemap_url AS place
FROM named
WHERE row_of = 'sum'
UNION ALL
SELECT
    finding_id,
    5 AS way,
    'origin' AS kind,
    CONCAT(SPLIT_PART(about, '/', 1), '//', SPLIT_PART(about, '/', 3)) AS place
FROM named
WHERE about IS NOT NULL

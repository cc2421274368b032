/*
One row per annotation that a URL shall have: by a finding (`is_told`), in the sitemap that it
names; or to return one, if both URLs are indexable and annotated.
*/
WITH own AS (
    SELECT
        url,
        MIN(CASE WHEN url = alternate AND code <> 'x-default' THEN code END) AS self_code
    FROM fix_sets
    GROUP BY url
),

indexable AS (
    SELECT url FROM fix_states
    WHERE is_indexable
)

SELECT
    url,
    change_url AS sitemap_url,
    code,
    alternate,
    "check",
    TRUE AS is_told
FROM fix_adds
UNION
SELECT
    link.alternate,
    NULL AS sitemap_url,
    own.self_code,
    link.url,
    link."check",
    FALSE AS is_told
FROM fix_pairs AS link
INNER JOIN own ON link.url = own.url AND own.self_code IS NOT NULL
INNER JOIN own AS other ON link.alternate = other.url
WHERE
    link.url IN (SELECT indexable.url FROM indexable)
    AND link.alternate IN (SELECT indexable.url FROM indexable)

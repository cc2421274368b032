/*
---
row: url
rests_on: named
---
One row per listed URL, and per other page that is known to be indexable or not: what to do with an
entry that was meant to list it and lists another URL. `action`: remove (the page is listed, too) |
replace (with `wanted`); NULL if the page is not known to be indexable. `fix`: the same in words.
*/
SELECT
    url,
    CASE
        WHEN NOT is_indexable THEN CONCAT('Make ', url, ' indexable, then list it instead')
        WHEN listed THEN CONCAT('Remove from the sitemap; ', url, ' is listed')
        ELSE CONCAT('Replace with ', url)
    END AS fix,
    CASE
        WHEN is_indexable AND listed THEN 'remove'
        WHEN is_indexable THEN 'replace'
    END AS action,
    CASE WHEN is_indexable AND NOT listed THEN url END AS wanted
FROM indexability
WHERE is_indexable IS NOT NULL
UNION ALL
SELECT
    listed.url,
    CONCAT('Remove from the sitemap if ', listed.url, ', also listed, returns 200') AS fix,
    CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS wanted
FROM listed
LEFT JOIN indexability AS page ON listed.url_key = page.url_key
WHERE page.is_indexable IS NULL

/*
---
row: file
rests_on: others
---
One row per sitemap index with entries. `children`: sitemaps that it lists; `read`: those that were
read completely, with the median and minimum of their entries. `timed`: those with a time in
lastmod; `farthest_seconds`: the largest distance of a lastmod from the time when the index was
fetched.
*/
SELECT
    sitemap_id,
    MIN(sitemap_url) AS url,
    COUNT(*) AS children,
    COUNT(*) FILTER (
        WHERE child_complete AND child_kind NOT IN ('html', 'empty', 'unknown')
    ) AS read,
    MEDIAN(child_entries) FILTER (
        WHERE child_complete AND child_kind NOT IN ('html', 'empty', 'unknown')
    ) AS median_entries,
    MIN(child_entries) FILTER (
        WHERE child_complete AND child_kind NOT IN ('html', 'empty', 'unknown')
    ) AS least_entries,
    COUNT(*) FILTER (WHERE lastmod_precision IN ('minute', 'second', 'fraction')) AS timed,
    MAX(ABS(DATE_DIFF('second', lastmod_at, index_read_at))) AS farthest_seconds
FROM index_children
GROUP BY sitemap_id

/*
One row per sitemap index that lists something: `children` counts the sitemaps that it lists, `read`
those of them that were read to their end, with the median and the least of their entries. `timed`
counts those with a lastmod that has a time of day; `farthest_seconds` is the greatest distance of
one from the moment at which the index was fetched.
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

/*
One row per URL that a link crawl or an import knows, with the sources that know it.
*/
SELECT
    url,
    directory,
    is_listed,
    is_linked,
    is_indexed,
    has_traffic,
    clicks,
    impressions,
    visits,
    is_indexable,
    has_error
FROM coverage
ORDER BY url

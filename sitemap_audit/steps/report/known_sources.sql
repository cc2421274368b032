/*
How many URLs each source says something of: sitemaps, links, index, traffic.
*/
SELECT
    COUNT(is_listed) AS is_listed,
    COUNT(is_linked) AS is_linked,
    COUNT(is_indexed) AS is_indexed,
    COUNT(has_traffic) AS has_traffic
FROM coverage

/*
One row per URL that a redirect of a linked URL leads to, and that linked URL. `further` adds the
URLs that further redirects lead to.
*/
SELECT
    link_hops.target_key AS url_key,
    link_hops.url_key AS linked_key,
    1 AS hops
FROM link_hops
INNER JOIN link_counts ON link_hops.url_key = link_counts.url_key

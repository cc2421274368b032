/*
One row per such URL and page that links to it. A step of its own: few URLs redirect, and a join with
all links is made of these alone.
*/
SELECT DISTINCT
    link_ways.url_key,
    outlinks.page_id
FROM link_ways
INNER JOIN outlinks ON link_ways.linked_key = outlinks.target_key

/*
---
row: host
rests_on: others
---
One row per origin of the previous audit that moved: most of its listed URLs are no longer listed,
and the same paths of one other origin are listed now, which were not before; or the user says that
one stands for the other (`is_mapped`). `urls`: number of URLs that moved.
*/
SELECT
    previous_origin,
    origin,
    BOOL_OR(is_mapped) AS is_mapped,
    COUNT(*) AS urls
FROM moved_urls
GROUP BY previous_origin, origin

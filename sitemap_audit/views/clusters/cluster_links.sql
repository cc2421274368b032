/*
---
row: pair
rests_on: named
---
One row per pair of URLs with a hreflang annotation from one to the other, the lower key first.
`is_mutual`: each annotates the other.
*/
SELECT
    low_key,
    high_key,
    forth_first IS NOT NULL AND back_first IS NOT NULL AS is_mutual
FROM hreflang_couples
WHERE forth_first IS NOT NULL OR back_first IS NOT NULL

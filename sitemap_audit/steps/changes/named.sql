/*
One row per URL that such a fault names.
*/
SELECT url
FROM only_told
WHERE url IS NOT NULL
UNION
SELECT related_url AS url
FROM only_told
WHERE related_url IS NOT NULL

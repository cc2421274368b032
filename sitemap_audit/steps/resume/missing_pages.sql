/*
Number of listed pages that are missing: see BaseProbes.
*/
SELECT COUNT(*) FROM pages
WHERE
    role = 'listed'
    AND (status IN (404, 410) OR error IN ('dns', 'no-address', 'private-address'))

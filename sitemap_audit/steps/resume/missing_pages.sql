/*
Number of listed pages that are missing: see BaseProbes.
*/
SELECT COUNT(*) FROM pages
WHERE
    role = 'listed'
    AND (LIST_CONTAINS($statuses, status) OR LIST_CONTAINS($errors, error))

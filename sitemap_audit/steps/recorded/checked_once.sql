/*
How many URLs could be checked in one of the two audits only.
*/
SELECT COUNT(*) AS urls FROM compared_urls
WHERE is_in_both AND (is_indexable IS NULL) <> (previous_is_indexable IS NULL)

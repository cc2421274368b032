/*
How many listed pages were checked, and how many of them are indexable.
*/
SELECT
    COUNT(is_indexable) AS checked,
    COUNT(CASE WHEN is_indexable THEN 1 END) AS indexable
FROM url_states
WHERE outcome IS NOT NULL

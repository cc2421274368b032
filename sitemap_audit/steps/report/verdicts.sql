/*
How many listed URLs are indexable, have each fault, or were not checked.
*/
SELECT
    verdict,
    COUNT(*) AS urls
FROM reported_urls
WHERE entries > 0
GROUP BY verdict
ORDER BY verdict = 'indexable' DESC, verdict = 'not checked', urls DESC, verdict ASC

/*
How many pages a browser could not show, by why, most first.
*/
SELECT
    problem,
    COUNT(*) AS pages
FROM renders
WHERE problem IS NOT NULL
GROUP BY problem
ORDER BY pages DESC, problem ASC

/*
How many pages a browser has shown, and of how many patterns of URLs.
*/
SELECT
    COUNT(*) FILTER (WHERE problem IS NULL) AS pages,
    COUNT(DISTINCT pattern) AS patterns
FROM renders

/*
How many responses are some redirects away from a named URL.
*/
SELECT COUNT(*) AS responses
FROM trail
WHERE step = $step

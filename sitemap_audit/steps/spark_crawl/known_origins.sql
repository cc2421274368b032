/*
Origins whose robots.txt is known.
*/
SELECT origin
FROM robots
WHERE policy <> 'disallow-all'

/*
One row per origin whose robots.txt allows everything.
*/
SELECT origin
FROM robots
WHERE policy = 'allow-all'

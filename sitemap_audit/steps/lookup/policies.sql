/*
What the robots.txt of an origin says as a whole.
*/
SELECT policy
FROM robots
WHERE origin = $origin

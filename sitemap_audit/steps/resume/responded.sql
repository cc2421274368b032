/*
Number of hosts that responded to the request for their robots.txt.
*/
SELECT COUNT(*) FROM robots
WHERE status IS NOT NULL

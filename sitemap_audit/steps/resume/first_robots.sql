/*
When the first of them was received.
*/
SELECT MIN(fetched_at) FROM known_robots

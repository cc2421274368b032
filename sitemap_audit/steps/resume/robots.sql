/*
One row per robots.txt that is obeyed as stored.
*/
SELECT * FROM known_robots -- noqa: AM04
ORDER BY origin

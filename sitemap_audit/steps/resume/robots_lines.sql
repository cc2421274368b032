/*
One row per line of these, in the same order, so that both are read together.
*/
SELECT lines.* -- noqa: AM04
FROM robots_lines AS lines
INNER JOIN known_robots ON lines.origin = known_robots.origin
ORDER BY lines.origin, lines.number

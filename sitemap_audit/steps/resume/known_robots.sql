/*
One row per robots.txt that a run which began at `$since` obeys as stored: one that could not be read
is fetched again. With rows in wanted_origins, only of those.
*/
SELECT * FROM robots -- noqa: AM04
WHERE
    (policy <> 'disallow-all' OR fetched_at >= $since)
    AND (
        NOT EXISTS (SELECT 1 FROM wanted_origins)
        OR EXISTS (
            SELECT 1 FROM wanted_origins
            WHERE wanted_origins.origin = robots.origin
        )
    )

/*
One row per origin of the audited sites whose robots.txt was requested in both audits, with its
status and the hash of its rules in both. `unknown_reason`: one of them was not read: no response,
5xx, 429, 401 or 403.
*/
SELECT
    robots.origin,
    robots.url,
    robots.status,
    old.status AS previous_status,
    robots.rules_hash,
    old.rules_hash AS previous_rules_hash,
    CASE
        WHEN robots.policy = 'disallow-all' OR robots.status IN (401, 403) THEN 'robots-not-read'
        WHEN old.policy = 'disallow-all' OR old.status IN (401, 403) THEN 'robots-not-read-before'
    END AS unknown_reason
FROM robots
INNER JOIN previous_robots AS old ON robots.origin = old.origin
INNER JOIN site_origins ON robots.origin = site_origins.origin
CROSS JOIN previous_run

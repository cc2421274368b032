/*
---
row: file
rests_on: others
---
One row per origin of the audited sites whose robots.txt was requested in both audits, with its
status and the hash of its rules in both. `unknown_reason`: one of them was not read: no response,
or a status code that may apply to this audit only.
*/
SELECT
    robots.origin,
    robots.url,
    robots.status,
    old.status AS previous_status,
    robots.rules_hash,
    old.rules_hash AS previous_rules_hash,
    CASE
        WHEN
            robots.policy = 'disallow-all'
            OR code.meaning IN ('login', 'forbidden', 'refused', 'network')
            THEN 'robots-not-read'
        WHEN
            old.policy = 'disallow-all'
            OR old_code.meaning IN ('login', 'forbidden', 'refused', 'network')
            THEN 'robots-not-read-before'
    END AS unknown_reason
FROM robots
INNER JOIN previous_robots AS old ON robots.origin = old.origin
INNER JOIN site_origins ON robots.origin = site_origins.origin
LEFT JOIN status_codes AS code ON robots.status = code.status
LEFT JOIN status_codes AS old_code ON old.status = old_code.status
CROSS JOIN previous_run

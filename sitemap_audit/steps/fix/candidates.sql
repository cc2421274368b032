/*
One row per page to add that a check reports as missing; where several do, with that whose header
has the lowest number in `adds`.
*/
SELECT
    "to" AS url,
    "check"
FROM fix_findings
WHERE
    $adds_missing
    AND is_chosen
    AND adds IS NOT NULL
    AND "action" = 'add'
    AND place = 'loc'
    AND "to" IS NOT NULL
    AND "to" NOT IN (
        SELECT NORMAL(loc."to") FROM fix_locs AS loc
        WHERE loc."action" = 'replace'
    )
QUALIFY ROW_NUMBER() OVER (PARTITION BY "to" ORDER BY adds) = 1

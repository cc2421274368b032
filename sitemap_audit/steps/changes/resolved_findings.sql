/*
One row per finding that was resolved in this audit or an earlier one and is not back.
*/
SELECT finding_id
FROM finding_changes
WHERE change = 'resolved' AND is_known AND finding_id IS NOT NULL
UNION
SELECT before.finding_id
FROM previous_resolved AS before
WHERE
    before.finding_id IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM findings AS now
        WHERE now.finding_id = before.finding_id
    )

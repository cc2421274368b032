/*
One row per finding that adds an annotation, with the URL whose entry gets it. Of a pair that is the
related URL.
*/
SELECT
    finding_id,
    "check",
    change_url,
    "to",
    CASE WHEN of_pair THEN related_url ELSE url END AS url,
    SPLIT_PART("to", ' ', 1) AS code,
    SUBSTR("to", INSTR("to", ' ') + 1) AS alternate
FROM fix_told
WHERE why_not IS NULL AND place = 'hreflang' AND "action" = 'add'

/*
A part of causes.csv, in its order.
*/
SELECT *
FROM causes
WHERE severity = COALESCE($severity, severity)
LIMIT $most OFFSET $first

/* The findings that are a consequence, with their higher roots. */
SELECT
    lower.finding_id,
    COALESCE(higher.root_id, lower.root_id) AS root_id
FROM finding_parents AS lower
LEFT JOIN higher_parents AS higher ON lower.finding_id = higher.finding_id

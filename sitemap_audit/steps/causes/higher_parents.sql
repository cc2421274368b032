/*
One row per finding whose root is a consequence itself, of what is at an end of the finding, too:
that is its root then. No check follows itself, so there are none in the end.
*/
SELECT DISTINCT
    lower.finding_id,
    upper.root_id
FROM finding_parents AS lower
INNER JOIN finding_parents AS upper ON lower.root_id = upper.finding_id
INNER JOIN finding_ends AS ends ON lower.finding_id = ends.finding_id
INNER JOIN finding_faults AS fault
    ON upper.root_id = fault.finding_id AND ends.kind = fault.kind AND ends.place = fault.place

/*
One row per link between the roots of a round: the links of the next round.
*/
SELECT DISTINCT
    LEAST(one.parent, other.parent) AS low,
    GREATEST(one.parent, other.parent) AS high
FROM component_links AS links
INNER JOIN component_parents AS one ON links.low = one.node
INNER JOIN component_parents AS other ON links.high = other.node
WHERE one.parent <> other.parent

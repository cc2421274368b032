/*
One row per node of the rounds from the last one back, with a root that stands for its component.
Without rows.
*/
CREATE OR REPLACE TABLE component_found (node BIGINT, root BIGINT)

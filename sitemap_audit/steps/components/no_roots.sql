/*
One row per node and round that it took part in, with its root then. Without rows.
*/
CREATE OR REPLACE TABLE component_roots (round BIGINT, node BIGINT, root BIGINT)

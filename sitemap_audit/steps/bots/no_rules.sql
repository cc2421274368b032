/*
One row per rule without a wildcard: the beginning of the paths to which it applies. At first without
rows.
*/
CREATE OR REPLACE TABLE bot_rules (number BIGINT, beginning VARCHAR)

/*
One row per rule that blocks, by its number in `bot_matches`. At first without rows.
*/
CREATE OR REPLACE TABLE bot_blocking (number BIGINT)

/*
Tables that the library makes keep the order of their CSV files.
*/
SET preserve_insertion_order = TRUE

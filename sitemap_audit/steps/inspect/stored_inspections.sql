/*
One row per inspection that the audit gets, as its table has it.
*/
SELECT * FROM used_inspections -- noqa: AM04

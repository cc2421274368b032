/*
The schema of the tables that a query of the library reads: stored tables have the same names, and
other columns.
*/
CREATE SCHEMA reported

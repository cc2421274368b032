/*
The number of entries in the files to rewrite.
*/
SELECT SUM(entries) FROM fix_files

/*
One row per finding of which the file is known: its path, and the line where the fault is; NULL if
it is the file as a whole. Without rows: no page and no sitemap was read from a file.
*/
CREATE OR REPLACE TABLE finding_files (number BIGINT, file VARCHAR, file_line BIGINT)

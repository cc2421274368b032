/*
One row per sitemap that was escaped or split.
*/
CREATE TABLE fix_whole (url VARCHAR)

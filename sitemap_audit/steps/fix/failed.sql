/*
One row per sitemap that cannot be changed, and per entry that is not as the audit has stored it.
*/
CREATE TABLE fix_failed (sitemap_id BIGINT, position BIGINT)

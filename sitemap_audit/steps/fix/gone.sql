/*
One row per annotated URL that is removed or replaced as a page: its annotations go or change, too.
*/
SELECT DISTINCT
    url_key,
    "to",
    "check"
FROM fix_locs
WHERE is_of_page AND url_key IN (SELECT link.alternate_key FROM entry_alternates AS link)

/*
One row per image, and per publication date (an empty text), that an entry asserts of a page that is
not done: see `frontier/page_assertions.py: assertions_in`.
*/
WITH asserted AS (
    SELECT
        url_key,
        image_url AS what
    FROM entry_images
    WHERE $with_images AND image_url IS NOT NULL
    UNION ALL
    SELECT
        url_key,
        '' AS what
    FROM entries
    WHERE $with_dates AND news > 0
)

SELECT
    url_key,
    what
FROM asserted
WHERE
    url_key IS NOT NULL
    AND url_key NOT IN (SELECT done_pages.url_key FROM done_pages)
    AND url_key NOT IN (SELECT left_out.url_key FROM left_out)

/*
One row per image in a sitemap.
*/
SELECT
    sitemap_url,
    position,
    number,
    line,
    url,
    loc,
    image_url,
    loc_problem,
    title,
    caption,
    geo_location,
    license,
    elements,
    misnamed
FROM entry_images
ORDER BY sitemap_url, position, number

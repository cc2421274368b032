/*
One row per URL that redirects lead to, and linked URL that leads there: those and itself.
*/
SELECT
    url_key,
    linked_key
FROM link_arrivals
UNION
SELECT
    url_key,
    url_key AS linked_key
FROM link_arrivals

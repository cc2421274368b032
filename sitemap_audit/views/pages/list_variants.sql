/*
---
row: url
rests_on: named
---
One row per URL that is listed, linked or in imported search data and that looks like a part or a
sorted or filtered form of a list, by its parameters or its path. `kind`: pagination (from the
second page on) | sorting (and number of results) | filter | property (color, size, price or brand:
a filter, or a product's own page). `base_url`: the URL without these parameters or the page number.
*/
WITH urls AS (
    SELECT
        url,
        url_key
    FROM listed
    UNION
    SELECT
        url,
        url_key
    FROM link_targets
    UNION
    SELECT
        url,
        url_key
    FROM search_urls
),

kinds AS (
    SELECT
        url,
        url_key,
        CASE
            WHEN
                REGEXP_MATCHES(
                    LOWER(url),
                    '[?&](page|paged|pagenum|page_no|pagina|seite)=0*([2-9]|[1-9][0-9]+)(&|$)'
                    || '|[?&]offset=[1-9][0-9]*(&|$)'
                    || '|^[^?]*/(page|seite|pagina)/0*([2-9]|[1-9][0-9]{1,3})/?$'
                )
                THEN 'pagination'
            WHEN
                REGEXP_MATCHES(
                    LOWER(url),
                    '[?&](sort|sortby|sort_by|sort_order|order|orderby|order_by|dir|per_page|limit'
                    || '|product_list_[a-z]+)=[^&]'
                )
                THEN 'sorting'
            WHEN
                REGEXP_MATCHES(
                    LOWER(url),
                    '[?&](filters?|filter[_.-][a-z0-9_-]+|filter(%5b|\[)[^=]*|min_price|max_price'
                    || ')=[^&]'
                )
                THEN 'filter'
            WHEN REGEXP_MATCHES(LOWER(url), '[?&](colou?r|size|price|brand)=[^&]') THEN 'property'
        END AS kind
    FROM urls
    WHERE url LIKE '%?%' OR REGEXP_MATCHES(LOWER(url), '/(page|seite|pagina)/[0-9]+/?$')
)

SELECT
    url,
    url_key,
    kind,
    REGEXP_REPLACE(
        REGEXP_REPLACE(
            REGEXP_REPLACE(
                REGEXP_REPLACE(
                    url,
                    '([?&])(page|paged|pagenum|page_no|pagina|seite|offset|sort|sortby|sort_by'
                    || '|sort_order|order|orderby|order_by|dir|per_page|limit|product_list_[a-z]+'
                    || '|filters?|filter[_.-][a-z0-9_-]+|filter(%5b|\[)[^=]*|min_price|max_price'
                    || '|colou?r|size|price|brand)=[^&?]*',
                    '\1',
                    'gi'
                ),
                '([&?])[&?]+',
                '\1',
                'g'
            ),
            '[?&]+$',
            ''
        ),
        '/(page|seite|pagina)/[0-9]+/?$',
        '/',
        'i'
    ) AS base_url
FROM kinds
WHERE kind IS NOT NULL

/*
---
row: host
rests_on: others
---
One row per origin of the audited sites with its own robots.txt, if another variant of its host
(http or https, with or without `www.`) has one too, and the variant with the most listed URLs. A
variant that redirects its robots.txt is left out: that is correct.
*/
WITH own_files AS (
    SELECT
        origin,
        rules_hash,
        REGEXP_REPLACE(SPLIT_PART(origin, '/', 3), '^www[.]', '') AS bare_host
    FROM robots
    WHERE policy = 'rules' AND NOT is_html AND redirects = 0
),

variants AS (
    SELECT
        own_files.origin,
        own_files.rules_hash,
        own_files.bare_host,
        ROW_NUMBER() OVER (
            PARTITION BY own_files.bare_host
            ORDER BY COALESCE(site_origins.listed, 0) DESC, own_files.origin DESC
        ) AS place
    FROM own_files
    LEFT JOIN site_origins ON own_files.origin = site_origins.origin
    WHERE own_files.bare_host IN (SELECT sites.bare_host FROM site_origins AS sites)
)

SELECT
    lesser.origin,
    lesser.rules_hash,
    main.origin AS main_origin,
    main.rules_hash AS main_rules_hash
FROM variants AS lesser
INNER JOIN variants AS main ON lesser.bare_host = main.bare_host AND main.place = 1
WHERE lesser.place > 1

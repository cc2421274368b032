/*
One row per row of not_found_files, with the base URL that its URLs should have, as far as known.

`base`: with it, four fifths of the listed paths that were requested returned an indexable page of
their own, at least three, and a path that cannot exist returned 404 or a redirect. NULL if no other
base URL is right. `fault`: lacks (the URLs lack the directory `part`) | extra (they have it, and
should not) | origin (`part` is the right one).
`is_certain`: no other base URL is right, too, or this one is the sitemap's own directory.
`correction`: what to do, a sentence; `kind`: what is wrong, a clause about the URLs.
*/
WITH probes AS (
    SELECT
        files.family,
        files.origin,
        probe.fault,
        probe.part,
        probe.base,
        probe.rank,
        probe.listed_url IS NULL
        AND probe.status IN (301, 302, 303, 307, 308, 404, 410) AS is_absent,
        CASE WHEN probe.listed_url IS NOT NULL THEN probe.url END AS url,
        CASE
            WHEN probe.listed_url IS NOT NULL AND probe.is_indexable
                THEN CONCAT(COALESCE(probe.title, ''), ' ', probe.text_hash)
        END AS page
    FROM base_probes AS probe
    INNER JOIN not_found_files AS files
        ON probe.sitemap_url = files.sitemap_url AND probe.origin = files.origin
),

counted AS (
    SELECT
        family,
        origin,
        fault,
        part,
        base,
        MIN(rank) AS rank,
        COUNT(DISTINCT url) AS probed,
        COUNT(DISTINCT page) AS proven
    FROM probes
    GROUP BY family, origin, fault, part, base
    HAVING BOOL_OR(is_absent)
),

right_ones AS (
    SELECT
        family,
        origin,
        fault,
        part,
        base,
        ROW_NUMBER() OVER (PARTITION BY family, origin ORDER BY rank) AS place,
        COUNT(*) OVER (PARTITION BY family, origin) AS bases
    FROM counted
    WHERE proven >= 3 AND 5 * proven >= 4 * probed
),

judged AS (
    SELECT
        files.sitemap_url,
        files.origin,
        files.urls,
        files.missing,
        one.fault,
        one.part,
        one.base,
        COALESCE(
            one.bases = 1 OR (one.fault = 'lacks' AND STARTS_WITH(files.sitemap_url, one.base)),
            FALSE
        ) AS is_certain
    FROM not_found_files AS files
    LEFT JOIN right_ones AS one
        ON files.family = one.family AND files.origin = one.origin AND one.place = 1
)

SELECT
    sitemap_url,
    origin,
    urls,
    missing,
    fault,
    part,
    base,
    is_certain,
    CASE
        WHEN NOT is_certain THEN 'the base URL may be wrong'
        WHEN fault = 'lacks' THEN CONCAT('lack ', part)
        WHEN fault = 'extra' THEN CONCAT('must not have ', part)
        ELSE CONCAT('the pages are on ', part)
    END AS kind,
    CASE
        WHEN NOT is_certain AND fault = 'lacks'
            THEN
                CONCAT(
                    'Check the base URL of the generator: the URLs lack a directory such as ', part
                )
        WHEN NOT is_certain
            THEN
                'Check the base URL (host, directory) of the generator, as most URLs of the sitemap'
                || ' do not exist. Remove them only if the pages are gone'
        WHEN fault = 'origin'
            THEN
                CONCAT(
                    'Set the base URL of the generator to ', base, ': the pages are not on ', origin
                )
        ELSE
            CONCAT(
                'Set the base URL of the generator to ',
                base,
                ': the URLs ',
                CASE fault WHEN 'lacks' THEN 'lack ' ELSE 'must not have ' END,
                part
            )
    END AS correction
FROM judged

/*
---
row: file
rests_on: others
---
One row per row of not_found_files, with the base URL that its URLs should have, as far as known.
Without proof a row stays only if nine of ten URLs do not exist and no deleted section explains it:
pages of the same sections exist, or it is one section of an origin that has others.

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

-- A section is the first directory of the path, behind that of a language.
sections AS (
    SELECT
        entries.sitemap_id,
        REGEXP_EXTRACT(entries.url, '^https?://[^/]+') AS origin,
        REGEXP_EXTRACT(
            entries.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?', 3
        ) AS directory,
        COUNT(CASE
            WHEN
                pages.status = 200
                AND NOT REGEXP_MATCHES(
                    entries.url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/?)?$'
                )
                THEN 1
        END) AS found,
        COUNT(CASE WHEN COALESCE(pages.status, 404) IN (404, 410) THEN 1 END) AS missing
    FROM entries
    INNER JOIN pages ON entries.url_key = pages.url_key
    WHERE
        entries.kind = 'url'
        AND REGEXP_EXTRACT(entries.url, '^https?://[^/]+') IN (
            SELECT files.origin FROM not_found_files AS files
        )
    GROUP BY entries.sitemap_id, origin, directory
),

totals AS (
    SELECT
        sitemap_id,
        origin,
        directory,
        missing,
        SUM(found) OVER (PARTITION BY origin, directory) AS found_of_section,
        SUM(found) OVER (PARTITION BY origin) AS found_of_origin
    FROM sections
),

deleted AS (
    SELECT
        sitemap_id,
        origin
    FROM totals
    WHERE missing > 0
    GROUP BY sitemap_id, origin
    HAVING
        2 * SUM(CASE WHEN found_of_section > 0 THEN missing ELSE 0 END) >= SUM(missing)
        OR (COUNT(*) = 1 AND MIN(directory) <> '' AND MAX(found_of_origin) > 0)
),

judged AS (
    SELECT
        files.sitemap_url,
        files.origin,
        files.missing,
        10 * files.missing >= 9 * files.urls AND deleted.sitemap_id IS NULL AS is_likely,
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
    LEFT JOIN deleted
        ON files.sitemap_id = deleted.sitemap_id AND files.origin = deleted.origin
)

SELECT
    sitemap_url,
    origin,
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
WHERE is_certain OR is_likely

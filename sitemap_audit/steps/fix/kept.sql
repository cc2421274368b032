/*
One row per entry that goes or gets another URL, now that of the entries of one URL in the files of
one purpose one stays.

Of entries that no other finding changes it is the one of the view repeated_entries.
*/
WITH stakes AS (
    SELECT "to" AS url FROM fix_locs
    WHERE "action" = 'replace'
    UNION
    SELECT url FROM fix_repeated
),

listing AS (
    SELECT
        entries.sitemap_id,
        entries.sitemap_url,
        entries.kind,
        entries.position,
        entries.line,
        entries.loc,
        entries.url,
        COALESCE(changed."to", entries.url) AS final_url,
        changed."check",
        changed."action",
        changed."to",
        COALESCE(purposes.purpose, 'pages') AS purpose,
        entries.alternates,
        changed."action" IS NOT NULL OR own.url IS NOT NULL AS may_go_in_file,
        entries.kind = 'url'
        AND (changed."action" IS NOT NULL OR others.url IS NOT NULL) AS may_go,
        ROW_NUMBER() OVER (
            PARTITION BY entries.kind, COALESCE(changed."to", entries.url)
            ORDER BY
                COALESCE(changed.is_of_page, FALSE) ASC,
                entries.images + entries.videos + entries.news + entries.alternates DESC,
                (entries.loc <> entries.url) ASC,
                entries.sitemap_url ASC,
                entries.position ASC
        ) AS place
    FROM entries
    INNER JOIN fix_files AS file ON entries.sitemap_id = file.id
    LEFT JOIN fix_locs AS changed
        ON
            entries.sitemap_id = changed.sitemap_id
            AND entries.position = changed.position
            AND entries.kind = changed.kind
    LEFT JOIN sitemap_purposes AS purposes ON entries.sitemap_url = purposes.sitemap_url
    LEFT JOIN fix_repeated AS own
        ON entries.url = own.url AND entries.sitemap_url = own.sitemap_url
    LEFT JOIN fix_repeated AS others
        ON entries.url = others.url AND others.sitemap_url IS NULL
    WHERE
        COALESCE(changed."action", 'replace') = 'replace'
        AND COALESCE(changed."to", entries.url) IN (SELECT stakes.url FROM stakes)
),

in_files AS (
    SELECT
        listing.*,
        listing.may_go_in_file
        AND ROW_NUMBER() OVER (
            PARTITION BY listing.kind, listing.final_url, listing.sitemap_id
            ORDER BY listing.may_go_in_file, listing.place
        ) > 1 AS is_again_in_file
    FROM listing
),

decided AS (
    SELECT
        in_files.*,
        in_files.is_again_in_file
        OR (
            in_files.may_go
            AND ROW_NUMBER() OVER (
                PARTITION BY
                    in_files.kind,
                    in_files.final_url,
                    in_files.purpose,
                    in_files.is_again_in_file
                ORDER BY in_files.may_go, in_files.place
            ) > 1
        ) AS is_again
    FROM in_files
)

SELECT
    decided.sitemap_id,
    decided.sitemap_url,
    decided.kind,
    decided.position,
    decided.line,
    decided.loc,
    decided.url,
    decided.alternates,
    decided.final_url,
    CASE WHEN decided."action" IS NULL THEN checks.name ELSE decided."check" END AS "check",
    CASE WHEN decided.is_again THEN 'remove' ELSE decided."action" END AS "action",
    CASE WHEN NOT decided.is_again THEN decided."to" END AS "to"
FROM decided
INNER JOIN fix_checks AS checks
    ON checks.way = CASE WHEN decided.is_again_in_file THEN 'keep-one-in-file' ELSE 'keep-one' END
WHERE decided."action" IS NOT NULL OR decided.is_again
UNION ALL
SELECT
    sitemap_id,
    sitemap_url,
    kind,
    position,
    line,
    loc,
    url,
    alternates,
    NULL AS final_url,
    "check",
    "action",
    NULL AS "to"
FROM fix_locs
WHERE "action" = 'remove'

/*
One row per entry with a finding of its own about the URL as written, and what to write; nothing if
the entry is to go.

Findings of entries name them by what stands there, those of sitemaps in an index by the URL, those
of an empty <loc> by the line.
*/
WITH told AS (
    SELECT
        *,
        CASE
            WHEN "action" = 'replace' THEN "to"
            WHEN of_entry AND url <> "from" AND NOT meant AND url = NORMAL("from") THEN url
        END AS spelled
    FROM fix_told
    WHERE why_not IS NULL AND place = 'loc'
)

SELECT
    told.finding_id,
    told.root_id,
    told."check",
    told.spelled AS "to",
    entries.sitemap_id,
    entries.kind,
    entries.position
FROM told
INNER JOIN entries
    ON told.change_url = entries.sitemap_url AND TRIM(told."from") = TRIM(entries.loc)
WHERE told.of_entry
UNION ALL
SELECT
    told.finding_id,
    told.root_id,
    told."check",
    told.spelled AS "to",
    entries.sitemap_id,
    entries.kind,
    entries.position
FROM told
INNER JOIN entries ON told.change_url = entries.sitemap_url AND told."from" = entries.url
WHERE entries.kind = 'sitemap' AND COALESCE(told.line = entries.line, TRUE)
UNION ALL
SELECT
    told.finding_id,
    told.root_id,
    told."check",
    told.spelled AS "to",
    entries.sitemap_id,
    entries.kind,
    entries.position
FROM told
INNER JOIN entries ON told.change_url = entries.sitemap_url AND told.line = entries.line
WHERE told."from" IS NULL AND entries.loc_problem = 'empty'

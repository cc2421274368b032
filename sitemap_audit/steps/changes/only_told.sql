/*
One row per fault that only one of two audits has told (`found_here`), with what the other one
(`found_there`) can say of it.

`told_with`: the check of its root, or its own one if the URL has other findings of it in both.
`unknown_there`: how many rows the check could not look at there. `is_same_check`: both ran the same
check over the same scope. The other columns are those of `rests`.
*/
WITH only_one AS (
    SELECT
        "check",
        subject
    FROM found_here
    WHERE NOT is_ignored
    EXCEPT
    SELECT
        "check",
        subject
    FROM found_there
),

-- Of several findings with the same subject, the first one.
placed AS (
    SELECT
        found.audit,
        found."check",
        found.subject,
        found.url,
        found.related_url,
        found.sitemap_url,
        found.line,
        found.observed,
        found.finding_id,
        found.root_id,
        found.affected,
        ROW_NUMBER() OVER (
            PARTITION BY found."check", found.subject
            ORDER BY
                found.root_id ASC NULLS FIRST,
                found.line ASC NULLS FIRST,
                found.observed ASC NULLS FIRST,
                found.finding_id ASC
        ) AS place
    FROM found_here AS found
    INNER JOIN only_one
        ON found."check" = only_one."check" AND found.subject = only_one.subject
    WHERE NOT found.is_ignored
),

roots AS (
    SELECT
        finding_id,
        MIN("check") AS "check"
    FROM found_here
    GROUP BY finding_id
),

affected_there AS (
    SELECT DISTINCT
        "check",
        affected
    FROM found_there
),

told AS (
    SELECT
        found.audit,
        found."check",
        found.url,
        found.related_url,
        found.sitemap_url,
        found.line,
        found.observed,
        found.finding_id,
        found.affected,
        ran.severity,
        COALESCE(root."check", CASE WHEN alike.affected IS NOT NULL THEN found."check" END)
            AS told_with,
        -- URLs of a trap were not checked; that of the finding is none.
        CASE
            WHEN other.unknown_reasons LIKE 'url-trap %' AND other.unknown_reasons NOT LIKE '%,%'
                THEN 0
            ELSE other."unknown"
        END AS unknown_there,
        COALESCE(
            ran.definition = other.definition
            AND other.outcome <> 'error' AND ran.outcome <> 'error'
            AND rests.is_same_scope
            -- It found what happened between two audits: the next one does not tell whether it
            -- lasts.
            AND NOT (
                COALESCE(rests.on_previous, FALSE)
                AND (found.audit = 'before' OR other.outcome = 'not applicable')
            ),
            FALSE
        ) AS is_same_check,
        rests.on_named,
        rests.on_entry,
        rests.is_rendered,
        rests.is_medium,
        COALESCE(rests.ends_with_entry, FALSE) AS ends_with_entry,
        COALESCE(rests.on_pair, FALSE) AS on_pair,
        COALESCE(found.url, found.sitemap_url) AS about
    FROM placed AS found
    INNER JOIN ran_here AS ran ON found."check" = ran."check"
    LEFT JOIN ran_there AS other ON found."check" = other."check"
    LEFT JOIN rests ON found."check" = rests."check"
    LEFT JOIN roots AS root ON found.root_id = root.finding_id
    LEFT JOIN affected_there AS alike
        ON found."check" = alike."check" AND found.affected = alike.affected
    WHERE found.place = 1
),

worse AS (
    SELECT
        worse_checks."check",
        COALESCE(there.url, there.sitemap_url) AS about
    FROM found_there AS there
    INNER JOIN worse_checks ON there."check" = worse_checks.worse
)

SELECT
    told.audit,
    told."check",
    told.url,
    told.related_url,
    told.sitemap_url,
    told.line,
    told.observed,
    told.finding_id,
    told.affected,
    told.told_with,
    told.severity,
    told.unknown_there,
    told.is_same_check,
    told.on_named,
    told.on_entry,
    told.is_rendered,
    told.is_medium,
    told.ends_with_entry
FROM told
-- The other audit told the same fault with another sitemap or another URL beside it, or as worse.
WHERE
    NOT EXISTS (
        SELECT 1
        FROM found_there AS alike
        WHERE
            alike."check" = told."check"
            AND alike.url = told.url
            AND (alike.related_url = told.related_url OR NOT told.on_pair)
    )
    AND NOT EXISTS (
        SELECT 1
        FROM worse
        WHERE worse."check" = told."check" AND worse.about = told.about
    )

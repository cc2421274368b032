/*
One row per fault that only one audit has told, as a change: new | back | resolved.

What a page had that returns an error or a redirect now is not resolved; where this audit is not
complete, nothing is known to be.
*/
WITH judged AS (
    SELECT
        audit,
        "check",
        severity,
        url,
        related_url,
        sitemap_url,
        line,
        observed,
        finding_id,
        affected,
        told_with,
        unknown_there,
        is_same_check,
        on_named,
        is_gone,
        was_removed,
        is_known AND (audit = 'now' OR (NOT is_gone AND $is_complete)) AS is_known
    FROM only_here
),

resolved AS (
    SELECT DISTINCT
        CASE WHEN LENGTH(finding_id) = 16 THEN CONCAT('f', finding_id) ELSE finding_id END
            AS finding_id
    FROM previous_resolved
)

SELECT
    CASE
        WHEN judged.audit = 'before' THEN 'resolved'
        WHEN judged.is_known AND resolved.finding_id IS NOT NULL THEN 'back'
        ELSE 'new'
    END AS change,
    judged."check",
    judged.severity,
    judged.url,
    judged.related_url,
    judged.sitemap_url,
    judged.line,
    judged.observed,
    judged.finding_id,
    COALESCE(
        judged.told_with,
        CASE
            WHEN
                judged.audit = 'before'
                AND NOT BOOL_AND(judged.is_known) OVER (
                    PARTITION BY judged."check", judged.affected
                )
                THEN judged."check"
        END
    ) AS told_with,
    judged.is_known,
    CASE
        WHEN judged.is_known THEN NULL
        WHEN judged.is_gone THEN 'page-gone'
        WHEN judged.was_removed THEN 'not-listed'
        WHEN NOT judged.is_same_check THEN 'of-another-check-or-scope'
        WHEN NOT judged.on_named AND judged.unknown_there > 0
            THEN 'depend-on-pages-not-checked'
        ELSE 'not-fetched'
    END AS unknown_reason
FROM judged
LEFT JOIN resolved ON judged.finding_id = resolved.finding_id

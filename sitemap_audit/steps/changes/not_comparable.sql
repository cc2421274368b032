/*
The same faults, where none can be judged.
*/
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
    FALSE AS is_gone,
    FALSE AS was_removed,
    FALSE AS is_known
FROM only_told

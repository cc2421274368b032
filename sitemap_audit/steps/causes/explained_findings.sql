/*
The findings, with their diagnosis, the correction of that where it replaces their own, and their
root. Where another URL was meant than that of a finding, it has no change: its page is to be
changed, or the sitemap, as the root says.
*/
SELECT
    found."check",
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.observed,
    found.expected,
    CASE WHEN advised.number IS NULL THEN found.fix ELSE advised.fix END AS fix,
    found.kind,
    CASE
        WHEN roles.explains_url THEN NULL
        WHEN advised.number IS NULL THEN found.change_url
        ELSE advised.change_url
    END AS change_url,
    CASE
        WHEN roles.explains_url THEN NULL
        WHEN advised.number IS NULL THEN found."action"
        ELSE advised."action"
    END AS "action",
    CASE
        WHEN roles.explains_url THEN NULL
        WHEN advised.number IS NULL THEN found.place
        ELSE advised.place
    END AS place,
    CASE
        WHEN roles.explains_url THEN NULL
        WHEN advised.number IS NULL THEN found."from"
        ELSE advised."from"
    END AS "from",
    CASE
        WHEN roles.explains_url THEN NULL
        WHEN advised.number IS NULL THEN found."to"
        ELSE advised."to"
    END AS "to",
    found.finding_id,
    CASE
        WHEN roles.explains_url THEN NULL
        WHEN advised.number IS NULL THEN found."change"
        ELSE advised."change"
    END AS "change",
    found.number,
    chosen.diagnosis_id,
    parents.root_id,
    root."check" AS root_check
FROM findings AS found
LEFT JOIN chosen_diagnoses AS chosen ON found.finding_id = chosen.finding_id
LEFT JOIN advised ON found.number = advised.number
LEFT JOIN finding_parents AS parents ON found.finding_id = parents.finding_id
LEFT JOIN findings AS root ON parents.root_id = root.finding_id
LEFT JOIN check_roles AS roles ON root."check" = roles."check"

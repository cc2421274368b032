/*
The findings, with their cause and their file, and with the better change and the `fix` that says it, where those
of one tag have different ones.
*/
SELECT
    found."check",
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.observed,
    found.expected,
    CASE WHEN better.number IS NULL THEN found.fix ELSE better.fix END AS fix,
    found.kind,
    found.change_url,
    CASE WHEN better.number IS NULL THEN found."action" ELSE better."action" END AS "action",
    found.place,
    found."from",
    CASE WHEN better.number IS NULL THEN found."to" ELSE better."to" END AS "to",
    found.finding_id,
    CASE WHEN better.number IS NULL THEN found."change" ELSE better."change" END AS "change",
    found.number,
    found.diagnosis_id,
    found.root_id,
    found.root_check,
    grouped.pattern,
    grouped.cause_by,
    grouped.cause,
    grouped.unit,
    files.file,
    files.file_line
FROM findings AS found
INNER JOIN grouped ON found.number = grouped.number
LEFT JOIN better ON found.number = better.number
LEFT JOIN finding_files AS files ON found.number = files.number

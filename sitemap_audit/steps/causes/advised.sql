/* One row per finding whose diagnosis has a correction, with that in place of its own. */
SELECT
    found."check",
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.observed,
    found.expected,
    chosen.fix,
    found.kind,
    chosen.change_url,
    chosen."action",
    chosen.place,
    chosen."from",
    chosen."to",
    found.finding_id,
    found.number
FROM findings AS found
INNER JOIN chosen_diagnoses AS chosen ON found.finding_id = chosen.finding_id
WHERE chosen.has_advice

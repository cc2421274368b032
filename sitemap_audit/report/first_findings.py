"""The first findings of each check, for formats that have room for some of them."""

from __future__ import annotations

from sitemap_audit.report.streams import LongTable

_FIRST = """
SELECT
    placed."check", placed.about, placed.line_of_file, of_observed.observed, of_fix.fix,
    placed.total
FROM (
    SELECT
        "check", about, line_of_file, observed_number, fix_number,
        ROW_NUMBER() OVER (PARTITION BY "check" ORDER BY number) AS place,
        COUNT(*) OVER (PARTITION BY "check") AS total
    FROM (
        SELECT
            "check", MIN(about) AS about, CASE WHEN url IS NULL THEN line END AS line_of_file,
            MIN(number) AS number,
            MIN(CASE WHEN observed IS NOT NULL THEN number END) AS observed_number,
            MIN(CASE WHEN fix IS NOT NULL THEN number END) AS fix_number
        FROM reported_findings
        WHERE root_id IS NULL
            OR "check" NOT IN (
                SELECT other."check" FROM findings AS other WHERE other.root_id IS NULL
            )
        GROUP BY "check", affected, CASE WHEN url IS NULL THEN line END
    ) AS affected_urls
) AS placed
LEFT JOIN findings AS of_observed ON placed.observed_number = of_observed.number
LEFT JOIN findings AS of_fix ON placed.fix_number = of_fix.number
WHERE placed.place <= $rows
ORDER BY placed."check", placed.place
"""

_RESULTS = """
WITH chosen AS (
    SELECT "check", rank, severity, finding_id, url, sitemap_url, about, line, observed,
        expected, fix, place
    FROM (
        SELECT
            "check", rank, severity, finding_id, url, sitemap_url, about, line, observed,
            expected, fix, ROW_NUMBER() OVER (PARTITION BY "check" ORDER BY number) AS place
        FROM reported_findings
        WHERE root_id IS NULL
    ) AS placed
    ORDER BY rank, place, "check"
    LIMIT $rows
),

entry_of AS (
    SELECT finding_id, sitemap_url, line
    FROM (
        SELECT
            chosen.finding_id, entries.sitemap_url, entries.line,
            ROW_NUMBER() OVER (
                PARTITION BY chosen.finding_id ORDER BY entries.position, entries.sitemap_url
            ) AS place
        FROM chosen
        INNER JOIN entries
            ON chosen.url = entries.url
                AND (chosen.sitemap_url IS NULL OR chosen.sitemap_url = entries.sitemap_url)
    ) AS listing
    WHERE place = 1
)

SELECT
    chosen."check", chosen.severity, chosen.finding_id, NULLIF(chosen.about, ''),
    COALESCE(chosen.sitemap_url, entry_of.sitemap_url), COALESCE(chosen.line, entry_of.line),
    chosen.observed, chosen.expected, chosen.fix
FROM chosen
LEFT JOIN entry_of ON chosen.finding_id = entry_of.finding_id
ORDER BY chosen.rank, chosen.place, chosen."check"
"""

_COUNT = "SELECT COUNT(*) FROM findings WHERE root_id IS NULL"
AFFECTED_URLS = LongTable(_FIRST, _COUNT)
"The first $rows URLs of each check, or lines of a file; consequences only of one without others."
RESULTS = LongTable(_RESULTS, _COUNT)
"Findings that are no consequence: by severity, the first ones of each check before the second."

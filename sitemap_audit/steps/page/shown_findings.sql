/*
The findings that report.html has room for: of each check the first 1,000, then more of another,
100,000 at most. Then the size of the file is looked at.
*/
WITH placed AS (
    SELECT
        number AS finding,
        "check",
        rank,
        ROW_NUMBER() OVER (
            PARTITION BY "check"
            ORDER BY
                root_id IS NOT NULL, url NULLS FIRST, sitemap_url, line, related_url, observed,
                number
        ) AS place
    FROM reported_findings
)

SELECT
    finding,
    place,
    rank,
    "check",
    place > 1000 AS is_more
FROM placed
ORDER BY is_more, rank, "check", place
LIMIT 100000

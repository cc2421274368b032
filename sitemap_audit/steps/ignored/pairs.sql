/*
One row per check and URL, or file, of a finding, with the number of the rule that leaves it out; '' if
none does.
*/
WITH told AS (
    SELECT DISTINCT
        "check",
        COALESCE(url, sitemap_url, related_url, '') AS about
    FROM findings
)

SELECT
    "check",
    about,
    RULE_OF(CONCAT("check", CHR(10), about)) AS rule
FROM told

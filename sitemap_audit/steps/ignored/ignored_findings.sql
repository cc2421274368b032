/*
One row per finding that a rule leaves out, with the number of the rule.
*/
SELECT
    found."check",
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.observed,
    found.expected,
    found.fix,
    found.kind,
    found.change_url,
    found."action",
    found.place,
    found."from",
    found."to",
    found.finding_id,
    found."change",
    found.number,
    pairs.rule
FROM findings AS found
INNER JOIN ignored_pairs AS pairs
    ON
        found."check" = pairs."check"
        AND COALESCE(found.url, found.sitemap_url, found.related_url, '') = pairs.about
WHERE pairs.rule <> ''

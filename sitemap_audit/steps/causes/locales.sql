/*
One row per pair of URLs that a finding grouped by locales names, with the pair of these: 'de → fr'.
Only pairs that have findings: a big site has far more.
*/
WITH named AS (
    SELECT DISTINCT
        found.url,
        found.related_url
    FROM findings AS found
    INNER JOIN check_roles AS roles ON found."check" = roles."check" AND roles.way = 'locales'
)

SELECT
    named.url,
    named.related_url AS alternate,
    CONCAT(COALESCE(source.self_code, '?'), ' → ', pair.code) AS locales
FROM named
INNER JOIN hreflang_ends AS source ON named.url = source.url
INNER JOIN hreflang_ends AS target ON named.related_url = target.url
INNER JOIN hreflang_pairs AS pair
    ON source.url_key = pair.url_key AND target.url_key = pair.alternate_key

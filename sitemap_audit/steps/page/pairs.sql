/*
One row per pair in report.html, those with problems first, 50,000 at most. Then the size of the
file is looked at.
*/
WITH chosen AS (
    SELECT
        url_key,
        alternate_key,
        code,
        state,
        why
    FROM reported_pairs
    ORDER BY state IN ('valid', 'page not indexable'), url_key, alternate_key
    LIMIT 50000
)

SELECT
    source.url,
    target.url AS alternate,
    COALESCE(member.code, 'none') AS source_code,
    chosen.code,
    chosen.state,
    chosen.why
FROM chosen
INNER JOIN hreflang_ends AS source ON chosen.url_key = source.url_key
INNER JOIN hreflang_ends AS target ON chosen.alternate_key = target.url_key
LEFT JOIN cluster_members AS member ON chosen.url_key = member.url_key
ORDER BY chosen.state IN ('valid', 'page not indexable'), source.url, chosen.code

/*
One row per sitemap as it is known after the submission: of this audit, or of the baseline before
where this audit could not read it, as in compared_audits.

The columns are those of the stored table, all of them: the linter (AM04) would have them written out.
*/
WITH read_codes AS (
    SELECT status FROM status_codes
    WHERE meaning IN ('content', 'redirect', 'missing', 'client-error')
),

known AS (
    SELECT url_key FROM sitemaps
    WHERE
        NOT (
            (error IS NOT NULL AND COALESCE(status, 0) NOT BETWEEN 300 AND 399)
            OR COALESCE(status NOT IN (SELECT read_codes.status FROM read_codes), FALSE)
            OR (COALESCE(status, 0) < 300 AND NOT complete AND COALESCE(kind, '') <> 'html')
        )
)

SELECT * FROM sitemaps -- noqa: AM04
WHERE
    url_key IN (SELECT known.url_key FROM known)
    OR url_key NOT IN (SELECT previous_sitemaps.url_key FROM previous_sitemaps)
UNION ALL BY NAME
SELECT * FROM previous_sitemaps
WHERE url_key NOT IN (SELECT known.url_key FROM known)

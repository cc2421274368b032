/*
---
row: file
rests_on: others
---
One row per declared sitemap whose entries are not all known: it failed, was read in part, or was
not fetched before the audit ended. Its entries are not checked, and nothing counts as missing from
it. A sitemap that returns 404 has no entries, and a guessed URL is not declared. If a URL list was
passed, the audit reads no sitemap, and the list stands for all that the sitemaps may list.
*/
WITH declared AS (
    SELECT
        url,
        url_key
    FROM robots_lines
    WHERE field = 'sitemap' AND url_key IS NOT NULL
    UNION
    SELECT
        url,
        url_key
    FROM entries
    WHERE kind = 'sitemap' AND url_key IS NOT NULL
)

SELECT
    sitemaps.url,
    sitemaps.url_key,
    COALESCE(
        sitemaps.error,
        sitemaps.stopped_by,
        'status ' || CAST(sitemaps.status AS VARCHAR),
        'incomplete'
    ) AS reason
FROM sitemaps
LEFT JOIN status_codes AS code ON sitemaps.status = code.status
WHERE
    sitemaps.found_by <> 'guess'
    AND (
        (sitemaps.error IS NOT NULL AND COALESCE(code.meaning, '') <> 'redirect')
        OR code.meaning NOT IN ('content', 'redirect', 'missing', 'client-error')
        OR (
            code.meaning = 'content'
            AND NOT sitemaps.complete
            AND COALESCE(sitemaps.kind, '') <> 'html'
        )
    )
UNION ALL
SELECT
    declared.url,
    declared.url_key,
    'not fetched' AS reason
FROM declared
WHERE
    NOT EXISTS (
        SELECT 1 FROM sitemaps
        WHERE sitemaps.url_key = declared.url_key
    )
UNION ALL
SELECT
    url_lists.url,
    NULL AS url_key,
    'a list of URLs' AS reason
FROM url_lists

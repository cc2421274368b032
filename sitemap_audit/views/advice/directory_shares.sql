/*
---
row: directory
rests_on: others
---
One row per directory of a link crawl (`--crawl`) with pages that no sitemap lists (linked_pages):
the first directory of the path, behind that of a language; the directory of the host itself is left
out. `listed`, `unlisted`: its indexable pages; `unknown`: its unlisted pages that were not checked.
`example`: the first unlisted page in URL order.
*/
WITH listed_of AS (
    SELECT
        REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
            AS directory,
        COUNT(*) AS pages
    FROM listed_pages
    WHERE is_indexable
    GROUP BY REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?')
)

SELECT
    missing.directory,
    COALESCE(MAX(listed_of.pages), 0) AS listed,
    COUNT(*) FILTER (WHERE missing.is_indexable) AS unlisted,
    COUNT(*) FILTER (WHERE missing.unknown_reason IS NOT NULL) AS unknown,
    MIN(missing.unknown_reason) AS unknown_reason,
    MIN(CASE WHEN missing.is_indexable THEN missing.url END) AS example
FROM linked_pages AS missing
LEFT JOIN listed_of ON missing.directory = listed_of.directory
WHERE
    NOT missing.listed
    AND NOT REGEXP_MATCHES(missing.directory, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?$')
GROUP BY missing.directory

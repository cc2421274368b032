/*
One row per URL that is gone in this audit, and was not in the audit before: it may come back.
*/
SELECT url FROM fix_states
WHERE
    status IN (404, 410)
    AND url NOT IN (
        SELECT before.url FROM fix_earlier_states AS before
        WHERE before.status IN (404, 410)
    )
UNION
SELECT url FROM sitemaps
WHERE
    status IN (404, 410)
    AND url NOT IN (
        SELECT before.url FROM fix_earlier_sitemaps AS before
        WHERE before.status IN (404, 410)
    )

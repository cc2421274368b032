/*
One row per page with a canonical in effect, with what the canonical's target is.

`fault` is what is wrong with the target, the first that applies: https-to-http | disallowed |
client-error | server-error | no-response | redirect | refresh | noindex | loop (the target names
this page) | chain (the target names a third). `target_known` is FALSE where the target was not
fetched or its answer says nothing, `target_read` where its HTML was not read either.
*/
SELECT
    page.url,
    page.url_key,
    page.listed,
    page.fault AS page_fault,
    effective.canonical,
    effective.canonical_key,
    effective.source,
    effective.difference,
    target.state AS target_state,
    target.status AS target_status,
    target.error AS target_error,
    COALESCE(target.robots, 'unknown') AS target_robots,
    target.is_noindex AS target_noindex,
    COALESCE(target.redirect_url, target.refresh_url) AS target_redirect,
    target.canonical AS target_canonical,
    COALESCE(target.state <> 'unknown', FALSE) AS target_known,
    COALESCE(target.state NOT IN ('ok', 'unknown') OR target.annotations_known, FALSE)
        AS target_read,
    CASE
        WHEN target.page_id IS NULL THEN 'not-fetched'
        ELSE target.unknown_reason
    END AS unknown_reason,
    CASE
        WHEN effective.canonical_key = page.url_key THEN NULL
        WHEN page.url LIKE 'https:%' AND effective.canonical LIKE 'http:%' THEN 'https-to-http'
        WHEN target.fault = 'canonicalised' AND target.canonical_key = page.url_key THEN 'loop'
        WHEN target.fault = 'canonicalised' THEN 'chain'
        ELSE target.fault
    END AS fault
FROM effective_canonicals AS effective
INNER JOIN indexability AS page ON effective.url_key = page.url_key
LEFT JOIN indexability AS target ON effective.canonical_key = target.url_key

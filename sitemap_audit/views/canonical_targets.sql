/*
One row per page with an effective canonical, and the state of the canonical target.

`slip`: as in canonical_slips. `fault`: the first that applies: slip | https-to-http | disallowed |
client-error | server-error | no-response | redirect | refresh | noindex | loop (the canonical of
the target is this page) | chain (the canonical of the target is a third URL). `target_known` is
FALSE if the target was not fetched or its response says nothing about the page; `target_read` is
FALSE also if its HTML was not read.
*/
SELECT
    page.url,
    page.url_key,
    page.listed,
    page.fault AS page_fault,
    effective.canonical,
    effective.canonical_key,
    effective.difference,
    slips.slip,
    target.status AS target_status,
    target.error AS target_error,
    COALESCE(target.robots, 'unknown') AS target_robots,
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
        WHEN slips.slip IS NOT NULL THEN 'slip'
        WHEN page.url LIKE 'https:%' AND effective.canonical LIKE 'http:%' THEN 'https-to-http'
        WHEN target.fault = 'canonicalised' AND target.canonical_key = page.url_key THEN 'loop'
        WHEN target.fault = 'canonicalised' THEN 'chain'
        ELSE target.fault
    END AS fault
FROM effective_canonicals AS effective
INNER JOIN indexability AS page ON effective.url_key = page.url_key
LEFT JOIN indexability AS target ON effective.canonical_key = target.url_key
LEFT JOIN canonical_slips AS slips ON effective.url_key = slips.url_key

/*
---
row: url
rests_on: named
unread: annotations
---
One row per page with an effective canonical, and the state of the canonical target.

`better`, `reason`: as in canonical_choices. `fault`: the first that applies: misspelled (as in
canonical_choices) | https-to-http | disallowed | client-error | server-error | no-response | redirect | refresh | noindex | loop (the canonical of
the target is this page) | chain (the canonical of the target is a third URL). A constant canonical has none. `target_known` is
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
    choice.better,
    choice.reason,
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
        WHEN choice.is_misspelled THEN 'misspelled'
        WHEN choice.reason = 'constant' THEN NULL
        WHEN page.url LIKE 'https:%' AND effective.canonical LIKE 'http:%' THEN 'https-to-http'
        WHEN target.fault = 'canonicalised' AND target.canonical_key = page.url_key THEN 'loop'
        WHEN target.fault = 'canonicalised' THEN 'chain'
        ELSE target.fault
    END AS fault
FROM effective_canonicals AS effective
INNER JOIN indexability AS page ON effective.url_key = page.url_key
LEFT JOIN indexability AS target ON effective.canonical_key = target.url_key
LEFT JOIN canonical_choices AS choice ON effective.url_key = choice.url_key

/*
---
row: url
rests_on: named
---
One row per listed page with a refresh to another URL, and the first entry that lists it. `source`:
meta | header. `fix`, `action` and `wanted`: as in replacements.
*/
SELECT
    page.url,
    page.loc,
    page.sitemap_url,
    page.line,
    pages.refresh,
    pages.refresh_source AS source,
    pages.refresh_url AS target,
    pages.noindex AS is_noindex,
    replacements.fix,
    replacements.action,
    replacements.wanted
FROM listed_pages AS page
INNER JOIN pages ON page.page_id = pages.id
LEFT JOIN replacements
    ON pages.url_key = replacements.url_key AND pages.refresh_key = replacements.target_key
WHERE page.state = 'ok' AND pages.refresh_key <> pages.url_key

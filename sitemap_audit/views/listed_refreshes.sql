/*
One row per listed page that leads on by a refresh to another address, with its first place in the
sitemaps. `source`: meta | header. `fix`: what to list instead; NULL where the target is known to be
no page to be indexed.
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    pages.refresh,
    pages.refresh_source AS source,
    pages.refresh_url AS target,
    CASE
        WHEN target.fault IS NOT NULL THEN NULL
        WHEN also_listed.url_key IS NOT NULL
            THEN CONCAT('take it out: ', pages.refresh_url, ' is listed')
        WHEN
            REGEXP_REPLACE(SPLIT_PART(pages.refresh_url, '/', 3), '^www[.]', '')
            <> REGEXP_REPLACE(SPLIT_PART(pages.url, '/', 3), '^www[.]', '')
            THEN 'take it out'
        ELSE CONCAT('list ', pages.refresh_url)
    END AS fix
FROM listed_pages AS page
INNER JOIN pages ON page.page_id = pages.id
LEFT JOIN listed AS also_listed ON pages.refresh_key = also_listed.url_key
LEFT JOIN indexability AS target ON pages.refresh_key = target.url_key
WHERE page.state = 'ok' AND pages.refresh_key <> pages.url_key

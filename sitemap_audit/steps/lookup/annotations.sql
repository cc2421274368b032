/*
One row per hreflang annotation of a URL, or for it, that counts: as in hreflang_links.
*/
SELECT
    url,
    url_key,
    code,
    alternate,
    alternate_key,
    'sitemap' AS source
FROM stored_entry_alternates
WHERE
    $key IN (url_key, alternate_key)
    AND url_key IS NOT NULL
    AND alternate_key IS NOT NULL
    AND code IS NOT NULL
    AND code_problem IS NULL
    AND LOWER(COALESCE(rel, 'alternate')) LIKE '%alternate%'
    AND sitemap_id IN (SELECT sitemaps.id FROM sitemaps)
UNION
SELECT
    url,
    url_key,
    code,
    alternate,
    alternate_key,
    source
FROM stored_page_alternates
WHERE
    $key IN (url_key, alternate_key)
    AND alternate_key IS NOT NULL
    AND code IS NOT NULL
    AND code_problem IS NULL
    AND in_head
    AND source IN ('html', 'header')
ORDER BY code, url, alternate, source

/*
---
row: url
rests_on: others
---
One row per URL that no sitemap lists and that a listed page names as its canonical (`kind`
canonical, where that is not wrong: canonical_choices) or as a hreflang alternate (hreflang), on a
host of a link crawl (`--crawl`), if it is indexable or was not checked.

`named_by`: the first page in URL order that names it; `pages`: number of these. `is_better`: it is
the better URL of all pages that are canonicalized to it, by canonical_choices. `inlinks`: as in
page_depths; 0 if no link leads to it. `unknown_reason`: why a link may lead to it, as in
listed_links; or why it was not checked. `caveat`: as in link_crawls.
*/
WITH named AS (
    SELECT
        choice.canonical_key AS url_key,
        'canonical' AS kind,
        choice.better,
        choice.url_key AS namer_key
    FROM canonical_choices AS choice
    INNER JOIN listed ON choice.url_key = listed.url_key
    WHERE choice.better <> 'page'
    UNION ALL
    SELECT
        alternate_key AS url_key,
        'hreflang' AS kind,
        NULL AS better,
        url_key AS namer_key
    FROM hreflang_links
    WHERE judged AND alternate_key <> url_key AND code <> 'x-default'
),

unread AS (
    SELECT DISTINCT directory
    FROM unread_pages
)

SELECT
    page.url,
    named.kind,
    page.is_indexable,
    MIN(namer.url) AS named_by,
    COUNT(DISTINCT named.namer_key) AS pages,
    COALESCE(MAX(named.better) = 'canonical', FALSE) AS is_better,
    COALESCE(MAX(reached.inlinks), 0) AS inlinks,
    COALESCE(
        MAX(crawl.unlinked_reason),
        MAX(CASE WHEN unread.directory IS NOT NULL THEN 'directory-not-read' END),
        CASE WHEN page.is_indexable IS NULL THEN MAX(page.unknown_reason) END
    ) AS unknown_reason,
    MAX(crawl.caveat) AS caveat
FROM named
INNER JOIN indexability AS page ON named.url_key = page.url_key
INNER JOIN pages AS namer ON named.namer_key = namer.url_key
INNER JOIN link_crawls AS crawl ON page.host = crawl.host
LEFT JOIN unread ON REGEXP_REPLACE(page.url, '/+[^/?]+/?([?].*)?$', '') = unread.directory
LEFT JOIN page_depths AS reached ON page.url_key = reached.url_key
WHERE NOT page.listed AND COALESCE(page.is_indexable, TRUE)
GROUP BY page.url, page.url_key, named.kind, page.is_indexable

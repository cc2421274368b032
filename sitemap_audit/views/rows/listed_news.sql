/*
---
row: entry-part
rests_on: named
---
One row per <news:news>, with the title and the first h1 of its page. `bare_…`: in lower case,
without spaces and punctuation; empty where there is none. `is_known`: the page was read.
*/
SELECT
    entry_news.url,
    entry_news.sitemap_url,
    entry_news.line,
    entry_news.title,
    pages.title AS page_title,
    pages.h1,
    LOWER(REGEXP_REPLACE(COALESCE(entry_news.title, ''), '[^\pL\pN]+', '', 'g')) AS bare_title,
    LOWER(REGEXP_REPLACE(COALESCE(pages.title, ''), '[^\pL\pN]+', '', 'g')) AS bare_page_title,
    LOWER(REGEXP_REPLACE(COALESCE(pages.h1, ''), '[^\pL\pN]+', '', 'g')) AS bare_h1,
    COALESCE(pages.parsed AND pages.status = 200, FALSE)
    AND COALESCE(pages.title, pages.h1) IS NOT NULL AS is_known
FROM entry_news
LEFT JOIN pages ON entry_news.url_key = pages.url_key

/*
---
severity: notice
confidence: medium
basis: inferred
engines: [google]
aliases: [news-title-mismatch]
needs: [entry_news, pages]
over: listed_news
when: "title IS NOT NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# News title that is not the page's

## What it finds

A `<news:title>` that neither the page's title nor its first heading has in it, nor the other way
round; case, space and punctuation do not count. Where the page was not read as HTML, nothing is
said.

## Why it matters

Google wants the title as it stands on the page; one that differs confuses readers and may not be
used.

## How to fix it

Write the article's heading into `<news:title>`.

## Example

### Another title, and the same with the site's name

`entry_news`

| url | title |
|---|---|
| https://example.com/p | Tea prices fall |
| https://example.com/q | Tea: a history |
| https://example.com/r | Not fetched |

`pages`

| url | title | h1 |
|---|---|---|
| https://example.com/p | Coffee prices rise - Leaf | Coffee prices rise |
| https://example.com/q | Tea - A History - Leaf | |

finds:

| url | sitemap_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | Tea prices fall | Coffee prices rise | https://example.com/sitemap.xml | replace | news | title: Tea prices fall | title: Coffee prices rise |
*/
SELECT
    url,
    sitemap_url,
    line,
    title AS observed,
    COALESCE(h1, page_title) AS expected,
    sitemap_url AS change_url,
    'replace' AS action,
    'news' AS place,
    CONCAT('title: ', title) AS "from",
    CONCAT('title: ', COALESCE(h1, page_title)) AS "to"
FROM listed_news
WHERE
    is_known
    AND bare_title <> ''
    AND POSITION(bare_title IN bare_page_title) = 0
    AND POSITION(bare_title IN bare_h1) = 0
    AND (bare_page_title = '' OR POSITION(bare_page_title IN bare_title) = 0)
    AND (bare_h1 = '' OR POSITION(bare_h1 IN bare_title) = 0)

/*
---
severity: notice
cause: has another title in the news sitemap than on the page
confidence: medium
basis: inferred
engines: [google]
needs: [entry_news, pages]
over: listed_news
when: "title IS NOT NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# News title differs from page title

## What it finds

A `<news:title>` that neither contains nor is contained in the `<title>` or the first `<h1>` of the
page. Case, spaces and punctuation are ignored. Pages that were not read as HTML are not checked.

## Why it matters

Google requires the title as it appears on the site. If the two differ, Google may show the title of
the page instead.

## How to fix it

Write the headline of the article into `<news:title>`: set the news sitemap generator to the same
field as the `<h1>` of the page template.

## Example

### Another title, the same title with the site name

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

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | Tea prices fall | Coffee prices rise | Use Coffee prices rise | https://example.com/sitemap.xml | replace | news | title: Tea prices fall | title: Coffee prices rise |
*/
SELECT
    url,
    sitemap_url,
    line,
    title AS observed,
    COALESCE(h1, page_title) AS expected,
    CONCAT('Use ', COALESCE(h1, page_title)) AS fix,
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

/*
---
severity: notice
cause: has a robots directive for one bot only
confidence: medium
basis: documented
engines: [google, bing]
needs: [entries, pages, page_directives]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Robots directive for one bot only

## What it finds

A listed page that gives one named bot (such as `googlebot` or `bingbot`) `noindex`, `nofollow` or
`none`, but not all bots.

## Why it matters

Google obeys `googlebot` and Bing obeys `bingbot`, so the page is treated differently in the two
search engines. If that is not intended, nobody who checks only one of them notices.

## How to fix it

Set the directive for `robots` (meta tag) or without a bot name (X-Robots-Tag) if it is meant for
all search engines. If not, remove it in the template, SEO plugin or server configuration.

## Example

### noindex for bingbot

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | agent | directive |
|---|---|---|
| https://example.com/a | bingbot | noindex |
| https://example.com/a | robots | index |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | bingbot: noindex (meta) | The same rule for all bots, unless intended | Set it for all bots, or remove it | bingbot: noindex |

### none for all bots

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | agent | directive |
|---|---|---|
| https://example.com/a | robots | none |
| https://example.com/a | googlebot | noindex |
| https://example.com/a | googlebot | nosnippet |

finds:

nothing
*/
SELECT DISTINCT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(one.agent, ': ', one.directive, ' (', one.source, ')') AS observed,
    'The same rule for all bots, unless intended' AS expected,
    'Set it for all bots, or remove it' AS fix,
    CONCAT(one.agent, ': ', one.directive) AS kind
FROM listed_pages
INNER JOIN page_directives AS one ON listed_pages.page_id = one.page_id
WHERE
    listed_pages.state = 'ok'
    AND one.agent NOT IN ('robots', '*')
    AND one.directive IN ('noindex', 'nofollow', 'none')
    AND NOT EXISTS (
        SELECT 1 FROM page_directives AS every
        WHERE
            every.page_id = one.page_id
            AND every.agent IN ('robots', '*')
            AND every.directive IN (one.directive, 'none')
    )

/*
---
severity: notice
confidence: medium
basis: documented
engines: [google, bing]
aliases: [directive-bot-specific]
needs: [entries, pages, page_directives]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Robots directive for one bot alone

## What it finds

A listed page that gives one named bot `noindex`, `nofollow` or `none`, and not every bot.

## Why it matters

It may be meant: a page for one search engine and not for another. Where it is not, the page is
missing in one engine, which nobody notices who looks at the other.

## How to fix it

If it holds for all, write it for `robots`.

## Example

### Not for Bing

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

| url | sitemap_url | observed | expected | kind |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | bingbot: noindex (meta) | the same for every bot, if it is not meant | bingbot: noindex |

### For all, and for Google once more

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
    'the same for every bot, if it is not meant' AS expected,
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

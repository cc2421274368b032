/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google, bing, yandex]
aliases: [noarchive-nosnippet-noimageindex]
known_as:
  Screaming Frog:
    - "Directives: NoSnippet"
    - "Directives: NoArchive"
    - "Directives: Max-Snippet"
    - "Directives: Max-Image-Preview"
    - "Directives: Max-Video-Preview"
    - "Directives: NoODP"
    - "Directives: NoYDIR"
    - "Directives: NoImageIndex"
    - "Directives: NoTranslate"
needs: [entries, pages, page_directives]
over: listed_pages
when: "stands OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Listed page that limits how it is shown

## What it finds

A listed page that may be indexed and carries a directive that limits its appearance in results:
`noarchive`, `nocache`, `nosnippet`, `noimageindex`, `notranslate`, `nositelinkssearchbox`, a
`max-snippet` or `max-video-preview` that is not -1, `max-image-preview:none`; or one that has no
meaning any more (`noodp`, `noydir`).

## Why it matters

Without snippet and picture a result is clicked less. That may be wanted; it should not come from a
forgotten setting.

## How to fix it

Remove the directive if nobody wants it.

## Example

### Limits, and the values that set none

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_directives`

| url | agent | directive | value |
|---|---|---|---|
| https://example.com/a | robots | nosnippet | |
| https://example.com/b | googlebot | max-snippet | 20 |
| https://example.com/c | robots | max-snippet | -1 |
| https://example.com/c | robots | max-image-preview | large |
| https://example.com/c | robots | max-video-preview | -1 |
| https://example.com/c | robots | index | |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: nosnippet | no such limit, if nobody wants it |
| https://example.com/b | https://example.com/sitemap.xml | googlebot: max-snippet:20 | no such limit, if nobody wants it |

### A page that is not indexed is not shown

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | true |

`page_directives`

| url | directive |
|---|---|
| https://example.com/a | noarchive |

finds:

nothing
*/
SELECT DISTINCT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        REPLACE(page_directives.agent, '*', 'robots'),
        ': ',
        page_directives.directive,
        ':' || page_directives.value
    ) AS observed,
    'no such limit, if nobody wants it' AS expected,
    CASE
        WHEN page_directives.directive IN ('noodp', 'noydir') THEN listed_pages.url
    END AS change_url,
    'remove' AS action,
    'robots' AS place,
    page_directives.directive AS "from"
FROM listed_pages
INNER JOIN page_directives ON listed_pages.page_id = page_directives.page_id
WHERE
    listed_pages.stands
    AND (
        page_directives.directive IN (
            'noarchive',
            'nocache',
            'noimageindex',
            'noodp',
            'nositelinkssearchbox',
            'nosnippet',
            'notranslate',
            'noydir'
        )
        OR (
            page_directives.directive IN ('max-snippet', 'max-video-preview')
            AND page_directives.value <> '-1'
        )
        OR (page_directives.directive = 'max-image-preview' AND page_directives.value = 'none')
    )

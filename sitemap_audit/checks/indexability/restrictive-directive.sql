/*
---
severity: notice
cause: limits the snippet or preview by a robots directive
confidence: medium
basis: advisory
engines: [google, bing, yandex]
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
tag: robots
when: "stands OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
  - https://blogs.bing.com/webmaster/september-2023/Announcing-new-options-for-webmasters-to-control-usage-of-their-content-in-Bing-Chat
since: 0.1.0
---
# Snippet or preview limited by robots directive

## What it finds

An indexable listed page with a robots directive that limits its search result: `noarchive`,
`nocache`, `nosnippet`, `noimageindex`, `notranslate`, `nositelinkssearchbox`, a `max-snippet` or
`max-video-preview` other than -1, `max-image-preview:none`; or with an obsolete one (`noodp`,
`noydir`).

## Why it matters

Google shows the result without a snippet or image, which usually lowers its click-through rate.
Bing uses `noarchive` and `nocache` to limit its AI answers; Google no longer uses `noarchive`.
`noodp` and `noydir` have no effect any more.

## How to fix it

Remove the directive from the SEO plugin, the template or the server's X-Robots-Tag header, unless
the limit is intended.

## Example

### nosnippet and max-snippet:20; values without a limit

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: nosnippet | No limit, unless intended | Remove nosnippet, unless intended |
| https://example.com/b | https://example.com/sitemap.xml | googlebot: max-snippet:20 | No limit, unless intended | Remove max-snippet, unless intended |

### A noindex page

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
    'No limit, unless intended' AS expected,
    CONCAT(
        'Remove ',
        page_directives.directive,
        CASE WHEN page_directives.directive NOT IN ('noodp', 'noydir') THEN ', unless intended' END
    ) AS fix,
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

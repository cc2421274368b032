/*
---
severity: warning
cause: has a meta robots outside <head>
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["Directives: Outside <head>"]
  Sitebulb: ["Indexability: Meta robots found outside of head"]
needs: [entries, pages, page_directives]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Meta robots outside <head>

## What it finds

A listed page with a robots meta tag in `<body>`. If an invalid element ended the head early,
`indexability/head-ended-early` reports the page instead.

## Why it matters

Google obeys robots meta tags in the body too; other search engines may ignore them. Usually a
template or plugin inserts the tag in the wrong place.

## How to fix it

Move the tag into `<head>` in the template or the plugin that inserts it, or send an X-Robots-Tag
header.

## Example

### Meta robots in the body

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_directives`

| url | agent | directive | in_head |
|---|---|---|---|
| https://example.com/a | robots | noindex | false |
| https://example.com/a | robots | nofollow | true |
| https://example.com/b | robots | noindex | true |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: noindex in <body> | In <head> | Move into <head>: <meta name="robots" content="noindex"> |

### A head that ended early belongs to another check

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | head_ended_by |
|---|---|
| https://example.com/a | div |

`page_directives`

| url | directive | in_head |
|---|---|---|
| https://example.com/a | noindex | false |

finds:

nothing
*/
SELECT DISTINCT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(page_directives.agent, ': ', page_directives.directive, ' in <body>') AS observed,
    'In <head>' AS expected,
    CONCAT(
        'Move into <head>: <meta name="', page_directives.agent, '" content="',
        page_directives.directive, ':' || page_directives.value, '">'
    ) AS fix,
    CASE
        WHEN
            page_directives.directive NOT IN ('noindex', 'none')
            AND NOT EXISTS (
                SELECT 1 FROM page_directives AS beside
                WHERE
                    beside.page_id = page_directives.page_id
                    AND NOT beside.in_head
                    AND beside.number <> page_directives.number
            )
            THEN listed_pages.url
    END AS change_url,
    'move' AS action,
    'head' AS place,
    CONCAT(
        '<meta name="', page_directives.agent, '" content="', page_directives.directive,
        ':' || page_directives.value, '">'
    ) AS "from"
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
INNER JOIN page_directives ON listed_pages.page_id = page_directives.page_id
WHERE
    listed_pages.state = 'ok'
    AND NOT page_directives.in_head
    AND page_directives.source = 'meta'
    AND pages.head_ended_by IS NULL

/*
---
severity: error
cause: has an element that ends <head> too early
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Validation: Invalid HTML Elements in <head>"]
  Sitebulb:
    - "Indexability: Head contains invalid elements"
    - "Indexability: Head contains noscript with image"
needs: [entries, pages, page_canonicals, page_alternates, page_directives]
over: listed_pages
tag: ends-head
when: "state = 'unknown' OR (state = 'ok' AND is_html)"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
since: 0.1.0
---
# Invalid element ends <head> early

## What it finds

A listed page where an element that is not valid in `<head>` (`<div>`, `<img>`, `<iframe>`, text)
comes before a canonical, hreflang or robots tag.

## Why it matters

HTML parsers end the head at the first invalid element. Google ignores canonical and hreflang links
in the body, so the page counts as having none.

## How to fix it

Move the element into `<body>`, or below the canonical, hreflang and robots tags, in the template or
the tag manager. Usually a tag manager, consent tool or an image in `<noscript>` causes it.

## Example

### Tracking pixel before the canonical

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | head_ended_by | head_ended_element |
|---|---|---|
| https://example.com/a | img | <img src="/pixel.gif"> |

`page_canonicals`

| url | href | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | false |

`page_alternates`

| url | hreflang | href | in_head |
|---|---|---|---|
| https://example.com/a | de | https://example.com/de/a | false |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | <img> in <head>, before: canonical, hreflang | In <head>: canonical, hreflang | Move <img> into <body> | https://example.com/a | move | body | <img src="/pixel.gif"> |

### No canonical, hreflang or robots tag after it

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | head_ended_by |
|---|---|
| https://example.com/a | img |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |

finds:

nothing
*/
WITH behind AS (
    SELECT
        listed_pages.url,
        listed_pages.sitemap_url,
        listed_pages.line,
        pages.head_ended_element,
        CASE
            WHEN pages.head_ended_by = '#text' THEN 'Text'
            ELSE CONCAT('<', pages.head_ended_by, '>')
        END AS ended_by,
        CONCAT_WS(
            ', ',
            CASE
                WHEN
                    EXISTS (
                        SELECT 1 FROM page_canonicals
                        WHERE page_canonicals.page_id = pages.id AND NOT page_canonicals.in_head
                    )
                    THEN 'canonical'
            END,
            CASE
                WHEN
                    EXISTS (
                        SELECT 1 FROM page_alternates
                        WHERE
                            page_alternates.page_id = pages.id
                            AND NOT page_alternates.in_head
                            AND page_alternates.source = 'html'
                    )
                    THEN 'hreflang'
            END,
            CASE
                WHEN
                    EXISTS (
                        SELECT 1 FROM page_directives
                        WHERE page_directives.page_id = pages.id AND NOT page_directives.in_head
                    )
                    THEN 'robots'
            END
        ) AS tags
    FROM listed_pages
    INNER JOIN pages ON listed_pages.page_id = pages.id
    WHERE listed_pages.state = 'ok' AND pages.head_ended_by IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(ended_by, ' in <head>, before: ', tags) AS observed,
    CONCAT('In <head>: ', tags) AS expected,
    CONCAT('Move ', REPLACE(ended_by, 'Text', 'the text'), ' into <body>') AS fix,
    CASE WHEN head_ended_element IS NOT NULL THEN url END AS change_url,
    'move' AS action,
    'body' AS place,
    head_ended_element AS "from"
FROM behind
WHERE tags <> ''

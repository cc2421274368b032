/*
---
severity: warning
confidence: high
basis: inferred
engines: [google]
needs: [entries, pages, page_canonicals, page_alternates, renders, render_canonicals, render_alternates]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
since: 0.1.0
---
# Head that a script breaks

## What it finds

A listed page into whose head a script puts an element that does not belong there, with a canonical
or hreflang link behind it. As served, nothing ends the head early.

## Why it matters

The rendered page is read as HTML again. There the head ends at that element, and Google ignores
canonical and hreflang links in the body.

## How to fix it

Let the script put its element into the body, or at the end of the head.

## Example

### A banner before the canonical

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`renders`

| url | head_ended_by |
|---|---|
| https://example.com/a | div |
| https://example.com/b | div |

`render_canonicals`

| url | canonical | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | false |
| https://example.com/b | https://example.com/b | true |

`render_alternates`

| url | hreflang | href | in_head |
|---|---|---|---|
| https://example.com/a | de | https://example.com/de | false |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | <div> ends the rendered head before: canonical, hreflang | in the rendered head: canonical, hreflang |

### It was broken before

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | head_ended_by |
|---|---|
| https://example.com/a | img |

`renders`

| url | head_ended_by |
|---|---|
| https://example.com/a | img |

`render_canonicals`

| url | canonical | in_head |
|---|---|---|
| https://example.com/a | https://example.com/a | false |

finds:

nothing
*/
WITH broken AS (
    SELECT
        page.url,
        page.sitemap_url,
        page.line,
        page.rendered_head_ended_by,
        CONCAT_WS(
            ', ',
            CASE
                WHEN
                    EXISTS (
                        SELECT 1 FROM render_canonicals AS link
                        WHERE link.render_id = page.render_id AND NOT link.in_head
                    )
                    THEN 'canonical'
            END,
            CASE
                WHEN
                    EXISTS (
                        SELECT 1 FROM render_alternates AS link
                        WHERE
                            link.render_id = page.render_id
                            AND NOT link.in_head
                            AND link.source = 'html'
                    )
                    THEN 'hreflang'
            END
        ) AS tags
    FROM rendered_pages AS page
    WHERE
        page.is_known
        AND page.redirect_url IS NULL
        AND page.rendered_head_ended_by IS NOT NULL
        AND page.served_head_ended_by IS NULL
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT('<', rendered_head_ended_by, '> ends the rendered head before: ', tags) AS observed,
    CONCAT('in the rendered head: ', tags) AS expected
FROM broken
WHERE tags <> ''

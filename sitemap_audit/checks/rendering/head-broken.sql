/*
---
severity: warning
cause: has an invalid element in <head> that JavaScript adds
confidence: high
basis: inferred
engines: [google]
needs: [
  entries, pages, page_canonicals, page_alternates, renders, render_canonicals, render_alternates
]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata
since: 0.1.0
---
# Invalid element in <head> added by JavaScript

## What it finds

A page in the sitemap where JavaScript adds an element to `<head>` that is not valid there, such as
`<div>` or `<img>`, before a canonical or hreflang annotation. The original HTML has no such
element.

## Why it matters

Google stops reading `<head>` at the first invalid element. It ignores canonical and hreflang
annotations after it, as if they were in the body.

## How to fix it

Move the element to `<body>`, or to the end of `<head>`, in the script or tag manager that adds it.
Frequent causes are consent banners, chat widgets and tracking pixels.

## Example

### A banner before canonical and hreflang

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | <div> in <head> before canonical, hreflang | Only valid elements in <head> | Add <div> to <body> instead of <head> |

### Invalid element already in the original HTML

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
    CONCAT('<', rendered_head_ended_by, '> in <head> before ', tags) AS observed,
    'Only valid elements in <head>' AS expected,
    CONCAT('Add <', rendered_head_ended_by, '> to <body> instead of <head>') AS fix
FROM broken
WHERE tags <> ''

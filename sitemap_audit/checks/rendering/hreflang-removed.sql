/*
---
severity: warning
cause: has hreflang that JavaScript removes
confidence: high
basis: documented
engines: [google]
needs: [entries, pages, page_alternates, renders, render_alternates]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Hreflang removed by JavaScript

## What it finds

A page in the sitemap with hreflang annotations in the `<head>` of the original HTML (a code with a
URL) that are missing in the rendered HTML. Annotations that an invalid element has moved into the
body are reported by `rendering/head-broken`.

## Why it matters

Google also indexes the rendered HTML. There an alternate or its return link is missing, or has
another URL, and Google ignores hreflang without a return link.

## How to fix it

Keep the hreflang annotations in the `<head>` that JavaScript writes: check the head component of
the framework (such as next/head, React Helmet or Unhead) and scripts of the tag manager.

## Example

### One annotation removed, one with another URL

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de |
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | de | https://example.com/de |
| https://example.com/c | de | https://example.com/de |

`render_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | de | https://example.com/de-at |
| https://example.com/c | de | https://example.com/de |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de | 1 of 2 hreflang annotations only in the original HTML | Same annotations in the rendered HTML | Correct the script that removes them |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/de | 1 of 1 hreflang annotations only in the original HTML | Same annotations in the rendered HTML | Correct the script that removes them |

### Annotation in the body, page not rendered

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de |
| https://example.com/b | de | https://example.com/de |

`renders`

| url | problem |
|---|---|
| https://example.com/a | |
| https://example.com/b | timeout |

`render_alternates`

| url | hreflang | href | in_head |
|---|---|---|---|
| https://example.com/a | de | https://example.com/de | false |

finds:

nothing
*/
WITH links AS (
    SELECT
        page.url,
        page.sitemap_url,
        page.line,
        link.alternate,
        EXISTS(
            SELECT 1 FROM render_alternates AS rendered
            WHERE
                rendered.render_id = page.render_id
                AND rendered.source = 'html'
                AND rendered.code = link.code
                AND rendered.alternate_key = link.alternate_key
        ) AS is_rendered
    FROM rendered_pages AS page
    INNER JOIN page_alternates AS link ON page.page_id = link.page_id
    WHERE
        page.is_known
        AND page.redirect_url IS NULL
        AND link.source = 'html'
        AND link.in_head
        AND link.code IS NOT NULL
        AND link.alternate_key IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    MIN(CASE WHEN NOT is_rendered THEN alternate END) AS related_url,
    line,
    CONCAT(
        COUNT(*) FILTER (WHERE NOT is_rendered),
        ' of ',
        COUNT(*),
        ' hreflang annotations only in the original HTML'
    ) AS observed,
    'Same annotations in the rendered HTML' AS expected,
    'Correct the script that removes them' AS fix
FROM links
GROUP BY url, sitemap_url, line
HAVING COUNT(*) FILTER (WHERE NOT is_rendered) > 0

/*
---
severity: warning
cause: has hreflang only in the rendered HTML
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
# Hreflang only in rendered HTML

## What it finds

A page in the sitemap whose rendered HTML has hreflang annotations in `<head>` (a code with a URL)
that are neither in the `<head>` of the original HTML nor in the HTTP header.

## Why it matters

Google sees these annotations only after rendering. Until then return links are missing, and Google
ignores hreflang without a return link. Crawlers that do not run JavaScript never see them.

## How to fix it

Add the hreflang annotations to the `<head>` of the original HTML (server-side template, CMS plugin
such as WPML or Polylang), or to the XML sitemap.

## Example

### All, one and none of the annotations added by JavaScript

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/b | en | https://example.com/b |
| https://example.com/c | en | https://example.com/c |

`render_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de |
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de |
| https://example.com/c | en | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | 2 of 2 hreflang annotations only in the rendered HTML | Same annotations in the original HTML | Add them to the original HTML or to the sitemap |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/de | 1 of 2 hreflang annotations only in the rendered HTML | Same annotations in the original HTML | Add them to the original HTML or to the sitemap |

### In the HTTP header, in the body, on a link

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href | source |
|---|---|---|---|
| https://example.com/a | de | https://example.com/de | header |

`render_alternates`

| url | hreflang | href | source | in_head |
|---|---|---|---|---|
| https://example.com/a | de | https://example.com/de | html | true |
| https://example.com/b | de | https://example.com/de | html | false |
| https://example.com/c | de | https://example.com/de | anchor | false |

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
            SELECT 1 FROM page_alternates AS served
            WHERE
                served.page_id = page.page_id
                AND served.source <> 'anchor'
                AND served.in_head
                AND served.code = link.code
                AND served.alternate_key = link.alternate_key
        ) AS is_served
    FROM rendered_pages AS page
    INNER JOIN render_alternates AS link ON page.render_id = link.render_id
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
    MIN(CASE WHEN NOT is_served THEN alternate END) AS related_url,
    line,
    CONCAT(
        COUNT(*) FILTER (WHERE NOT is_served),
        ' of ',
        COUNT(*),
        ' hreflang annotations only in the rendered HTML'
    ) AS observed,
    'Same annotations in the original HTML' AS expected,
    'Add them to the original HTML or to the sitemap' AS fix
FROM links
GROUP BY url, sitemap_url, line
HAVING COUNT(*) FILTER (WHERE NOT is_served) > 0

/*
---
severity: warning
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
# Hreflang that a script takes away

## What it finds

A listed page that is served with hreflang links in its head which are nowhere in the rendered page:
a code with an address. Those that a broken head has pushed into the body are told by
`rendering/head-broken`.

## Why it matters

Google reads the rendered page too. There a version of the page is missing, or is another one than
in the served page.

## How to fix it

Keep scripts from replacing the head, or let them write the same links into the new one.

## Example

### One is gone, one leads elsewhere

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de | 1 of 2 hreflang links only in the served page | the same links in the rendered page |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/de | 1 of 1 hreflang links only in the served page | the same links in the rendered page |

### It is in the body now, or the page was not rendered

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
        ' hreflang links only in the served page'
    ) AS observed,
    'the same links in the rendered page' AS expected
FROM links
GROUP BY url, sitemap_url, line
HAVING COUNT(*) FILTER (WHERE NOT is_rendered) > 0

/*
---
severity: warning
confidence: high
basis: inferred
engines: [google, bing]
aliases: [base-href-affects]
known_as:
  Sitebulb: ["Indexability: Base URL"]
needs: [entries, pages, page_canonicals, page_alternates]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/semantics.html#the-base-element
since: 0.1.0
---
# Base element that changes where canonical or hreflang lead

## What it finds

A listed page with a `<base href>` and a relative address in its canonical or hreflang, so that the
address is resolved against the base and not against the page.

## Why it matters

A base that was meant for images and scripts turns such an annotation to another address, on every
page of a template at once.

## How to fix it

Write full addresses in canonical and hreflang.

## Example

### A base for images

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | base |
|---|---|
| https://example.com/a | https://cdn.example.com/ |

`page_canonicals`

| url | href | canonical | href_problem |
|---|---|---|---|
| https://example.com/a | a | https://cdn.example.com/a | relative |

finds:

| url | sitemap_url | related_url | observed | expected | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://cdn.example.com/a | base https://cdn.example.com/ makes https://cdn.example.com/a of a | a full address | canonical |

### A base that changes nothing

`entries`

| loc |
|---|
| https://example.com/shop/a |

`pages`

| url | base |
|---|---|
| https://example.com/shop/a | / |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/shop/a | /shop/a |

finds:

nothing

### Full addresses, or no base

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | base |
|---|---|
| https://example.com/a | https://cdn.example.com/ |
| https://example.com/b | |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/b | /b |

finds:

nothing
*/
WITH relative AS (
    SELECT
        page_id,
        'canonical' AS rel,
        href,
        canonical AS resolved
    FROM page_canonicals
    WHERE href_problem = 'relative' AND source = 'html' AND in_head
    UNION ALL
    SELECT
        page_id,
        'hreflang' AS rel,
        href,
        alternate AS resolved
    FROM page_alternates
    WHERE href_problem = 'relative' AND source = 'html' AND in_head
)

SELECT DISTINCT
    listed_pages.url,
    listed_pages.sitemap_url,
    relative.resolved AS related_url,
    listed_pages.line,
    CONCAT('base ', pages.base, ' makes ', relative.resolved, ' of ', relative.href) AS observed,
    'a full address' AS expected,
    relative.rel AS kind
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
INNER JOIN relative ON listed_pages.page_id = relative.page_id
WHERE
    listed_pages.state = 'ok'
    AND pages.base IS NOT NULL
    AND LEFT(relative.href, 1) NOT IN ('.', '?', '#')
    AND relative.resolved <> CONCAT(
        CASE
            WHEN LEFT(relative.href, 1) = '/'
                THEN REGEXP_EXTRACT(listed_pages.url, '^[^/]+//[^/]+')
            ELSE REGEXP_EXTRACT(SPLIT_PART(listed_pages.url, '?', 1), '^.*/')
        END,
        relative.href
    )

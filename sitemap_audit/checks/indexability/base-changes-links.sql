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

A listed page with a `<base href>` and a relative URL in its canonical or hreflang that leads elsewhere
by the base than it would without. Not where the base is what makes it right: a canonical that is the
page's own URL, an alternate that names the page in turn.

## Why it matters

A base that was meant for images and scripts turns such an annotation to another URL, on every page of
a template at once.

## How to fix it

Write full URLs in canonical and hreflang.

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

| url | href | canonical | href_problem | without_base |
|---|---|---|---|---|
| https://example.com/a | a | https://cdn.example.com/a | relative | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://cdn.example.com/a | base https://cdn.example.com/ makes https://cdn.example.com/a of a | a full URL, without the base https://example.com/a | write a full URL | canonical | https://example.com/a | replace | canonical | a | https://example.com/a |

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

### The base makes it right, or there is nothing to resolve

`entries`

| loc |
|---|
| https://example.com/shop/a/ |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | base |
|---|---|
| https://example.com/shop/a/ | /shop/ |
| https://example.com/b | https://cdn.example.com/ |
| https://example.com/c | |

`page_canonicals`

| url | href | canonical | href_problem | without_base |
|---|---|---|---|---|
| https://example.com/shop/a/ | a/ | https://example.com/shop/a/ | relative | https://example.com/shop/a/a/ |
| https://example.com/b | https://example.com/b | https://example.com/b | | |
| https://example.com/c | /c | https://example.com/c | relative | |

finds:

nothing

### The HTML was not read

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | parsed |
|---|---|
| https://example.com/a | false |

finds:

nothing
*/
WITH relative AS (
    SELECT
        page_id,
        'canonical' AS rel,
        href,
        canonical AS resolved,
        canonical_key AS resolved_key,
        without_base
    FROM page_canonicals
    WHERE without_base IS NOT NULL AND in_head
    UNION ALL
    SELECT
        page_id,
        'hreflang' AS rel,
        href,
        alternate AS resolved,
        alternate_key AS resolved_key,
        without_base
    FROM page_alternates
    WHERE without_base IS NOT NULL AND source = 'html' AND in_head
)

SELECT DISTINCT
    listed_pages.url,
    listed_pages.sitemap_url,
    relative.resolved AS related_url,
    listed_pages.line,
    CONCAT('base ', pages.base, ' makes ', relative.resolved, ' of ', relative.href) AS observed,
    CONCAT('a full URL, without the base ', relative.without_base) AS expected,
    'write a full URL' AS fix,
    relative.rel AS kind,
    listed_pages.url AS change_url,
    'replace' AS action,
    CASE relative.rel WHEN 'canonical' THEN 'canonical' ELSE 'hreflang-url' END AS place,
    relative.href AS "from",
    relative.without_base AS "to"
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
INNER JOIN relative ON listed_pages.page_id = relative.page_id
WHERE
    listed_pages.state = 'ok'
    AND relative.resolved IS NOT NULL
    AND relative.resolved_key <> listed_pages.url_key
    AND NOT EXISTS (
        SELECT 1 FROM hreflang_links AS back
        WHERE
            back.url_key = relative.resolved_key
            AND back.alternate_key = listed_pages.url_key
    )

/*
---
severity: warning
cause: has a <base> that changes the canonical or hreflang URLs
confidence: high
basis: inferred
engines: [google, bing]
known_as:
  Sitebulb: ["Indexability: Base URL"]
needs: [entries, pages, page_canonicals, page_alternates]
over: listed_pages
tag: base
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/semantics.html#the-base-element
since: 0.1.0
---
# Base tag changes canonical or hreflang URLs

## What it finds

A listed page with a `<base href>` and a relative canonical or hreflang URL that resolves to another
URL than it would without the base. Not reported: a canonical that resolves to the page's own URL,
and an alternate with a return link to the page.

## Why it matters

Browsers and search engines resolve relative URLs against `<base href>` (HTML standard). A base that
is meant for images and scripts changes canonical and hreflang URLs on every page of a template.

## How to fix it

Replace relative URLs in canonical and hreflang with absolute URLs in the template or SEO plugin.
Google recommends absolute URLs for canonicals.

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
| https://example.com/a | https://example.com/sitemap.xml | https://cdn.example.com/a | Relative URL a resolves to https://cdn.example.com/a (base https://cdn.example.com/) | Absolute URL | Replace with https://example.com/a | canonical | https://example.com/a | replace | canonical | a | https://example.com/a |

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

### The base makes the URL right; absolute URL; no base

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

### Not checked: HTML not parsed

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
    CONCAT(
        'Relative URL ', relative.href, ' resolves to ', relative.resolved,
        ' (base ', pages.base, ')'
    ) AS observed,
    'Absolute URL' AS expected,
    CONCAT('Replace with ', relative.without_base) AS fix,
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

/*
---
severity: notice
cause: has too many hreflang annotations
confidence: high
basis: advisory
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged"
parameters: {max_links: 500}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Too many hreflang annotations

## What it finds

A listed page has more than `max_links` (default 500) different valid hreflang annotations.

## Why it matters

Google sets no limit. In the HTML, the annotations make every response larger, and crawlers have
limits (Screaming Frog: 500). So many annotations are usually a template error.

## How to fix it

Remove the annotations that are not alternates of this page, in the template. If all of them are,
move them to the sitemap.

## Example

### Three with a limit of two

`parameters`

| max_links |
|---|
| 2 |

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de |
| https://example.com/a | fr | https://example.com/fr |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 annotations | At most 2 | Remove annotations that are not alternates of this page |

### At the limit

`parameters`

| max_links |
|---|
| 2 |

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(links, ' annotations', via) AS observed,
    CONCAT('At most ', $max_links) AS expected,
    'Remove annotations that are not alternates of this page' AS fix
FROM hreflang_sets
WHERE judged AND links > $max_links

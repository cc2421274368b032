/*
---
severity: notice
confidence: high
basis: advisory
engines: [google]
aliases: [hreflang-too-many]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged"
parameters: {max_links: 500}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Very many hreflang annotations on one page

## What it finds

A listed page with more than 500 annotations in effect. The number is a parameter.

## Why it matters

They are sent with every request for the page, and programs that read them have limits. So many are
mostly an error of the template.

## How to fix it

See whether all of them lead to versions of this page. If so, move them to the sitemap.

## Example

### Three where two are allowed

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 annotations | 2 at most |

### As many as are allowed

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
    CONCAT($max_links, ' at most') AS expected
FROM hreflang_sets
WHERE judged AND links > $max_links

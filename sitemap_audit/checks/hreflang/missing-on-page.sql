/*
---
severity: notice
cause: has no hreflang, unlike most checked pages of the host
confidence: medium
basis: advisory
engines: [google]
known_as:
  Screaming Frog: ["Hreflang: Missing"]
  Semrush: ["No hreflang and lang attributes"]
  Sitebulb: ["International: Missing hreflang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: listed_pages
tag: head
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known OR NOT entry_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang missing on page

## What it finds

A listed, indexable HTML page has no hreflang annotations (in `<head>`, `Link` headers or sitemaps)
and no incoming hreflang from listed pages, but more than half of the checked pages of its host have
hreflang. Pages with `hreflang` on `<a>` elements are reported by `hreflang/only-on-anchor`.

## Why it matters

Without hreflang, Google may still find the translations of a page, but recommends annotations. A
page in one language only needs no hreflang.

## How to fix it

Add hreflang to the page and all its translations, in the template, CMS plugin (WPML, Polylang) or
sitemap generator. If there are no translations, there is nothing to do.

## Example

### One page of three

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.com/c |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c | https://example.com/sitemap.xml | No hreflang (2 of 3 checked pages of the host have it) | Hreflang, if the page has translations | Add hreflang to this page and its translations |

### Few pages have hreflang; page with incoming hreflang

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/b |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

finds:

nothing

### Another site in the same audit

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/sitemap.xml | https://example.com/a |
| https://example.com/sitemap.xml | https://example.com/de/a |
| https://example.org/sitemap.xml | https://example.org/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.org/b |

finds:

nothing

### 404 and noindex pages are not reported

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/gone |
| https://example.com/hidden |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |

`pages`

| url | status | noindex |
|---|---|---|
| https://example.com/a | 200 | false |
| https://example.com/gone | 404 | |
| https://example.com/hidden | 200 | true |

finds:

nothing
*/
WITH judged AS (
    SELECT
        page.url_key,
        page.host,
        CASE WHEN sets.url_key IS NULL THEN 0 ELSE 1 END AS is_annotated
    FROM listed_pages AS page
    LEFT JOIN hreflang_sets AS sets ON page.url_key = sets.url_key
    WHERE page.stands AND page.parsed
),

totals AS (
    SELECT
        host,
        COUNT(*) AS pages,
        SUM(is_annotated) AS annotated
    FROM judged
    GROUP BY host
)

SELECT
    page.url,
    page.sitemap_url,
    page.line,
    CONCAT(
        'No hreflang (',
        FORMAT_NUMBER(totals.annotated, 0),
        ' of ',
        FORMAT_NUMBER(totals.pages, 0),
        ' checked pages of the host have it)'
    ) AS observed,
    'Hreflang, if the page has translations' AS expected,
    'Add hreflang to this page and its translations' AS fix
FROM listed_pages AS page
INNER JOIN judged ON page.url_key = judged.url_key
INNER JOIN totals ON judged.host = totals.host
WHERE
    judged.is_annotated = 0
    AND page.entry_known
    AND totals.annotated > 0.5 * totals.pages
    AND NOT EXISTS (
        SELECT 1
        FROM hreflang_pairs
        WHERE hreflang_pairs.alternate_key = page.url_key
    )
    AND NOT EXISTS (
        SELECT 1
        FROM page_alternates AS anchor
        WHERE anchor.url_key = page.url_key AND anchor.source = 'anchor'
    )

/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google]
aliases: [hreflang-page-missing]
known_as:
  Screaming Frog: ["Hreflang: Missing"]
  Semrush: ["No hreflang and lang attributes"]
  Sitebulb: ["International: Missing hreflang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known OR NOT entry_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Page without hreflang on a site that uses it

## What it finds

A listed HTML page that may be indexed, has no hreflang annotation in head, headers or sitemap, and
is named by no listed page, while more than half of the listed pages of its host have some. Pages
that have `hreflang` on links in the text are another check's.

## Why it matters

If the page exists in other languages, search engines do not know that they belong together. A page
that exists in one language only needs no annotation.

## How to fix it

See whether there are translations; if so, annotate all of them.

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/c | https://example.com/sitemap.xml | no hreflang; 2 of 3 listed pages of the host have it | hreflang, if there are translations |

### A site where few pages have it; a page that others name

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

### What is gone or hidden misses nothing

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
        'no hreflang; ', totals.annotated, ' of ', totals.pages, ' listed pages of the host have it'
    ) AS observed,
    'hreflang, if there are translations' AS expected
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

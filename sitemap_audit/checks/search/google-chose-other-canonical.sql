/*
---
severity: warning
cause: has another Google-selected canonical
confidence: high
basis: documented
engines: [google]
known_as:
  Google Search Console: ["Page indexing: Duplicate, Google chose different canonical"]
  Screaming Frog: ["Search Console: User-Declared Canonical Not Selected"]
needs: [entries, imported_files, imported_urls, inspected_urls, pages, page_canonicals]
over: search_pages
when: "is_listed AND (state_code IS NOT NULL OR google_canonical IS NOT NULL) AND COALESCE(is_indexable, TRUE)"
unknown: "is_indexable IS NULL"
see:
  - https://support.google.com/webmasters/answer/7440203
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Google chose another canonical URL

## What it finds

A listed indexable URL, so without a canonical to another page, for which Google chose another
canonical: by the URL Inspection API (`--inspect`), by the column of Google's canonical in an imported
export (`--column google_canonical=…`), or because its latest state in Search Console is "Duplicate,
Google chose different canonical than user".

## Why it matters

Google takes the page for a duplicate and shows the other one. The canonical of the page is a hint
that Google did not follow.

## How to fix it

Compare the two pages. If they are the same, redirect one to the other (301), or set the canonical
of one to the other, and list only that. If they are not, make title, heading and main text
different; of translations, check hreflang and the language of the text.

## Example

### Google's choice by the state and by the column

`entries`

| loc | line |
|---|---|
| https://example.com/tea | 3 |
| https://example.com/cup | 4 |
| https://example.com/pot | 5 |
| https://example.com/mug | 6 |

`imported_urls`

| url | file | product | state | google_canonical |
|---|---|---|---|---|
| https://example.com/tea | Coverage-Drilldown-2026-01-10.zip/Table.csv | gsc | Duplicate, Google chose different canonical than user | |
| https://example.com/cup | inspected.csv | csv | Submitted and indexed | https://example.com/cups |
| https://example.com/pot | inspected.csv | csv | Submitted and indexed | https://example.com/pot |
| https://example.com/mug | inspected.csv | csv | Submitted and indexed | https://example.com/cup |

`pages`

| url |
|---|
| https://example.com/tea |
| https://example.com/cup |
| https://example.com/pot |
| https://example.com/mug |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/tea | https://example.com/tea |
| https://example.com/mug | https://example.com/cup |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/tea | https://example.com/sitemap.xml | | 3 | Duplicate, Google chose different canonical than user (Search Console, export of 2026-01-10) | https://example.com/tea | If the two pages are the same, list one only; if not, make them differ |
| https://example.com/cup | https://example.com/sitemap.xml | https://example.com/cups | 4 | Google's canonical is https://example.com/cups | https://example.com/cup | If the two pages are the same, list one only; if not, make them differ |
*/
SELECT
    url,
    sitemap_url,
    CASE WHEN google_canonical <> url THEN google_canonical END AS related_url,
    line,
    CASE
        WHEN google_canonical <> url THEN CONCAT('Google''s canonical is ', google_canonical)
        ELSE CONCAT(state, ' (', state_source, ')')
    END AS observed,
    url AS expected,
    'If the two pages are the same, list one only; if not, make them differ' AS fix
FROM search_pages
WHERE
    is_listed
    AND is_indexable
    AND (
        google_canonical <> url
        OR (google_canonical IS NULL AND state_code = 'duplicate-other-canonical')
    )

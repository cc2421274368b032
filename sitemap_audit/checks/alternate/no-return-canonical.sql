/*
---
severity: warning
cause: has an AMP or mobile alternate without a return canonical
confidence: high
basis: documented
engines: [google]
needs: [entries, pages, page_canonicals, page_forms]
over: device_forms
when: "form_state IN ('ok', 'unknown')"
unknown: "returns IS NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/amp
  - https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing
  - https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery/
since: 0.2.0
---
# AMP or mobile alternate has no return canonical

## What it finds

A listed, indexable page links to an AMP page (`rel="amphtml"`) or to a mobile page
(`rel="alternate"` with `media` for small screens: `handheld` or `max-width`), and the canonical of
that page is not the listed page. The canonical is missing, conflicting or another URL.

## Why it matters

Google requires both links: `amphtml` or `alternate` on the listed page, and a canonical from the
AMP or mobile page back to it. Without the canonical, Google can index the alternate as a page of
its own with duplicate content, and does not show it in place of the listed page.

## How to fix it

Set the canonical of the AMP or mobile page to the listed page, in the AMP plugin or in the template
of these pages.

## Example

### AMP page without canonical, mobile page with self-referencing canonical, correct AMP page

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |
| https://example.com/c | 9 |

`pages`

| url | role |
|---|---|
| https://example.com/a | listed |
| https://example.com/b | listed |
| https://example.com/c | listed |
| https://example.com/amp/a | alternate |
| https://m.example.com/b | alternate |
| https://example.com/amp/c | alternate |

`page_canonicals`

| url | canonical |
|---|---|
| https://m.example.com/b | https://m.example.com/b |
| https://example.com/amp/c | https://example.com/c |

`page_forms`

| url | kind | href |
|---|---|---|
| https://example.com/a | amphtml | /amp/a |
| https://example.com/b | media | https://m.example.com/b |
| https://example.com/c | amphtml | /amp/c |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/amp/a | 3 | AMP page: No canonical | Canonical: https://example.com/a | Set the canonical of https://example.com/amp/a to https://example.com/a | https://example.com/amp/a | add | canonical | | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://m.example.com/b | 6 | Mobile page: Canonical https://m.example.com/b | Canonical: https://example.com/b | Set the canonical of https://m.example.com/b to https://example.com/b | https://m.example.com/b | replace | canonical | https://m.example.com/b | https://example.com/b |
*/
WITH claims AS (
    SELECT
        form_key,
        COUNT(DISTINCT url_key) AS pages
    FROM device_forms
    GROUP BY form_key
),

told AS (
    SELECT
        url,
        sitemap_url,
        line,
        kind,
        form,
        form_key,
        form_canonical,
        canonicals,
        canonicals = 0 OR form_canonical IS NOT NULL AS is_simple
    FROM device_forms
    WHERE form_state = 'ok' AND NOT returns
)

SELECT
    forms.url,
    forms.sitemap_url,
    forms.form AS related_url,
    forms.line,
    CONCAT(
        CASE WHEN forms.kind = 'amphtml' THEN 'AMP page: ' ELSE 'Mobile page: ' END,
        CASE
            WHEN forms.form_canonical IS NOT NULL THEN CONCAT('Canonical ', forms.form_canonical)
            WHEN forms.canonicals = 0 THEN 'No canonical'
            ELSE 'Conflicting canonicals'
        END
    ) AS observed,
    CONCAT('Canonical: ', forms.url) AS expected,
    CASE
        WHEN claims.pages > 1 THEN 'Point each page to an alternate of its own'
        ELSE CONCAT('Set the canonical of ', forms.form, ' to ', forms.url)
    END AS fix,
    CASE WHEN claims.pages = 1 AND forms.is_simple THEN forms.form END AS change_url,
    CASE
        WHEN claims.pages > 1 OR NOT forms.is_simple THEN NULL
        WHEN forms.form_canonical IS NULL THEN 'add'
        ELSE 'replace'
    END AS "action",
    CASE WHEN claims.pages = 1 AND forms.is_simple THEN 'canonical' END AS place,
    CASE WHEN claims.pages = 1 THEN forms.form_canonical END AS "from",
    CASE WHEN claims.pages = 1 AND forms.is_simple THEN forms.url END AS "to"
FROM told AS forms
INNER JOIN claims ON forms.form_key = claims.form_key

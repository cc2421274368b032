/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [amphtml-not-returned, media-alternate-not-returned]
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

An indexable listed page has `<link rel="amphtml">`, or `<link rel="alternate" media="…">` for small
screens (`handheld`, `max-width`), to a page
whose canonical is not the listed page: it has none, several that contradict each other, or one to
another URL.

## Why it matters

The two links belong together. Without the canonical, Google takes the AMP or mobile page for a page
of its own, with the same text, and does not show it in place of the listed one.

## How to fix it

Write the canonical to the listed page into the template of the AMP or mobile pages.

## Example

### An AMP page without a canonical, a mobile page with one to itself, one as it should be

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/amp/a | 3 | amphtml: no canonical | canonical is https://example.com/a | On https://example.com/amp/a: <link rel="canonical" href="https://example.com/a"> | https://example.com/amp/a | add | canonical | | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://m.example.com/b | 6 | alternate for media: canonical is https://m.example.com/b | canonical is https://example.com/b | On https://m.example.com/b: <link rel="canonical" href="https://example.com/b"> | https://m.example.com/b | replace | canonical | https://m.example.com/b | https://example.com/b |
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
        CASE WHEN forms.kind = 'amphtml' THEN 'amphtml: ' ELSE 'alternate for media: ' END,
        CASE
            WHEN forms.form_canonical IS NOT NULL
                THEN CONCAT('canonical is ', forms.form_canonical)
            WHEN forms.canonicals = 0 THEN 'no canonical'
            ELSE 'no canonical that has an effect'
        END
    ) AS observed,
    CONCAT('canonical is ', forms.url) AS expected,
    CASE
        WHEN claims.pages = 1
            THEN CONCAT('On ', forms.form, ': <link rel="canonical" href="', forms.url, '">')
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

/*
---
severity: notice
cause: has different regions in hreflang and in <html lang>
confidence: pedantic
basis: inferred
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: html
when: "judged AND fault IS NULL AND self_code IS NOT NULL"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang and HTML lang region mismatch

## What it finds

The self-referencing hreflang of a listed page and its `<html lang>` have the same language and
different regions, such as `de-AT` and `de-DE`.

## Why it matters

Google reads hreflang and ignores `<html lang>`. Bing, browsers and screen readers use `<html
lang>`. If the two differ, one was often copied from another language version.

## How to fix it

Use the region that the page is made for in both places: in `<html lang>` of the template and in
hreflang.

## Example

### Germany and Austria

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | lang |
|---|---|
| https://example.com/a | de-DE |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de-AT | https://example.com/a |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | lang="de-DE", hreflang="de-AT" | Same region in both | Correct the region of hreflang or lang |

### No region, other case, several codes, another language

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | lang |
|---|---|
| https://example.com/a | de |
| https://example.com/b | DE-at |
| https://example.com/c | de-CH |
| https://example.com/d | fr-FR |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de-AT | https://example.com/a |
| https://example.com/b | de-AT | https://example.com/b |
| https://example.com/c | de-AT | https://example.com/c |
| https://example.com/c | de-CH | https://example.com/c |
| https://example.com/d | de-AT | https://example.com/d |

finds:

nothing
*/
WITH pages_of_regions AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        line,
        via,
        lang,
        self_code,
        UPPER(REGEXP_EXTRACT(TRIM(lang), '-([A-Za-z][A-Za-z])$', 1)) AS region,
        REGEXP_EXTRACT(self_code, '-([A-Z][A-Z])$', 1) AS self_region
    FROM hreflang_sets
    WHERE
        judged
        AND fault IS NULL
        AND parsed
        AND lang_problem IS NULL
        AND LOWER(SPLIT_PART(TRIM(lang), '-', 1)) = SPLIT_PART(self_code, '-', 1)
)

SELECT
    page.url,
    page.sitemap_url,
    page.line,
    CONCAT('lang="', page.lang, '", hreflang="', page.self_code, '"', page.via) AS observed,
    'Same region in both' AS expected,
    'Correct the region of hreflang or lang' AS fix
FROM pages_of_regions AS page
WHERE
    page.region <> ''
    AND page.self_region <> ''
    AND page.region <> page.self_region
    AND NOT EXISTS (
        SELECT 1
        FROM hreflang_links AS own
        WHERE
            own.url_key = page.url_key
            AND own.alternate_key = page.url_key
            AND LOWER(own.code) = LOWER(TRIM(page.lang))
    )

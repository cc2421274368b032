/*
---
severity: error
cause: has one hreflang code for several URLs
confidence: high
basis: documented
engines: [google]
known_as:
  Ahrefs: ["More than one page for same language in hreflang"]
  Audisto: ["Languages are not unique"]
  Screaming Frog: ["Hreflang: Multiple Entries"]
  Semrush: ["Hreflang conflicts within page source code"]
  Sitebulb: ["International: Hreflang to multiple URLs"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Same hreflang code for multiple URLs

## What it finds

A listed page has the same hreflang code, or `x-default`, for two or more URLs in one place: its
`<head>`, its `Link` headers or the sitemap.

## Why it matters

Search engines need one URL for each code. With several, they cannot tell which one to show, and may
ignore all of them.

## How to fix it

Remove all but one URL for each code, in the template, CMS plugin or sitemap generator. To keep
both, give them different codes, such as `en-GB` and `en-US`.

## Example

### Two URLs for de

`entries`

| loc |
|---|
| https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | de | https://example.com/at |
| https://example.com/ | en | https://example.com/ |
| https://example.com/ | x-default | https://example.com/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/at | de: https://example.com/at and https://example.com/de, in the <head> | One URL for each code | Use one URL for de |

### Head and sitemap differ (another check), page returns 404

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/gone |

`pages`

| url | status |
|---|---|
| https://example.com/ | 200 |
| https://example.com/gone | 404 |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/gone | de | https://example.com/de |
| https://example.com/gone | de | https://example.com/at |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/at |

finds:

nothing
*/
WITH repeated AS (
    SELECT
        url_key,
        code,
        source
    FROM hreflang_links
    WHERE judged
    GROUP BY url_key, code, source
    HAVING COUNT(*) > 1
),

several AS (
    SELECT
        link.url_key,
        link.code,
        link.source,
        COUNT(*) AS urls,
        MIN(alternate.url) AS first_alternate,
        MAX(alternate.url) AS last_alternate
    FROM repeated
    INNER JOIN hreflang_links AS link
        ON
            repeated.url_key = link.url_key
            AND repeated.code = link.code
            AND repeated.source = link.source
    INNER JOIN hreflang_urls AS alternate ON link.alternate_key = alternate.url_key
    GROUP BY link.url_key, link.code, link.source
)

SELECT
    sets.url,
    sets.sitemap_url,
    several.first_alternate AS related_url,
    sets.line,
    CONCAT(
        several.code,
        ': ',
        CASE WHEN several.urls > 2 THEN CONCAT(several.urls, ' URLs, such as ') ELSE '' END,
        several.first_alternate,
        ' and ',
        several.last_alternate,
        CASE several.source
            WHEN 'html' THEN ', in the <head>'
            WHEN 'header' THEN ', in the Link header'
            ELSE ', in the sitemap'
        END,
        sets.via
    ) AS observed,
    'One URL for each code' AS expected,
    CONCAT('Use one URL for ', several.code) AS fix
FROM several
INNER JOIN hreflang_sets AS sets ON several.url_key = sets.url_key
WHERE sets.fault IS NULL

/*
---
severity: warning
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-mixed-protocols]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "listed AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang with http and https mixed

## What it finds

A listed page whose annotations lead to `http` for some versions and to `https` for others, on one
host.

## Why it matters

`http` and `https` are different URLs. The one that the site does not use mostly redirects, so that
the annotation is void and no link comes back.

## How to fix it

Write `https` everywhere.

## Example

### One left behind

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | http://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/de/a | 1 of 2 annotations leads to http | https, as the others |

### Another host that has no https

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | http://example.de/a |

finds:

nothing
*/
WITH mixed AS (
    SELECT
        link.url_key,
        SPLIT_PART(link.alternate, '/', 3) AS host
    FROM hreflang_links AS link
    GROUP BY link.url_key, SPLIT_PART(link.alternate, '/', 3)
    HAVING
        BOOL_OR(link.alternate LIKE 'http:%')
        AND BOOL_OR(link.alternate LIKE 'https:%')
)

SELECT
    sets.url,
    sets.sitemap_url,
    MIN(CASE WHEN link.alternate LIKE 'http:%' THEN link.alternate END) AS related_url,
    sets.line,
    CONCAT(
        SUM(CASE WHEN link.alternate LIKE 'http:%' THEN 1 ELSE 0 END),
        ' of ',
        COUNT(*),
        ' annotations leads to http'
    ) AS observed,
    'https, as the others' AS expected
FROM mixed
INNER JOIN hreflang_sets AS sets ON mixed.url_key = sets.url_key
INNER JOIN hreflang_links AS link
    ON mixed.url_key = link.url_key AND mixed.host = SPLIT_PART(link.alternate, '/', 3)
WHERE sets.listed AND sets.fault IS NULL
GROUP BY sets.url, sets.sitemap_url, sets.line, mixed.host

/*
---
severity: warning
cause: has different hreflang in different sources
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-sources-disagree]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang differs between sources

## What it finds

Two hreflang sources of a listed page (`<head>`, Link header, sitemap) have different URLs for the
same code.

## Why it matters

Google treats the three sources as equivalent. Conflicting annotations may all be ignored.

## How to fix it

Remove hreflang from all sources but one: the page template, the Link headers or the sitemap
generator.

## Example

### Different URLs in sitemap and head

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de/ |
| https://example.com/ | en | https://example.com/ |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | en | https://example.com/ |
| https://example.com/ | fr | https://example.com/fr |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/de | de: https://example.com/de and https://example.com/de/ | One URL for de in all sources | Remove the wrong hreflang annotation |

### Several URLs in one source are reported by another check

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/ | de | https://example.com/de |
| https://example.com/ | de | https://example.com/at |

finds:

nothing
*/
WITH named AS (
    SELECT
        link.url_key,
        link.code,
        link.source,
        MIN(link.alternate_key) AS alternate_key,
        COUNT(*) AS urls
    FROM hreflang_links AS link
    INNER JOIN hreflang_sets AS sets ON link.url_key = sets.url_key
    WHERE
        sets.judged
        AND sets.fault IS NULL
        AND (
            (sets.in_html AND sets.in_sitemap)
            OR (sets.in_html AND sets.in_header)
            OR (sets.in_header AND sets.in_sitemap)
        )
    GROUP BY link.url_key, link.code, link.source
),

different AS (
    SELECT
        url_key,
        code
    FROM named
    GROUP BY url_key, code
    HAVING MIN(alternate_key) <> MAX(alternate_key) AND MAX(urls) = 1
)

SELECT
    sets.url,
    sets.sitemap_url,
    MIN(alternate.url) AS related_url,
    sets.line,
    CONCAT(different.code, ': ', MIN(alternate.url), ' and ', MAX(alternate.url), sets.via)
        AS observed,
    CONCAT('One URL for ', different.code, ' in all sources') AS expected,
    'Remove the wrong hreflang annotation' AS fix
FROM different
INNER JOIN hreflang_sets AS sets ON different.url_key = sets.url_key
INNER JOIN hreflang_links AS link
    ON different.url_key = link.url_key AND different.code = link.code
INNER JOIN hreflang_urls AS alternate ON link.alternate_key = alternate.url_key
GROUP BY sets.url, sets.sitemap_url, sets.line, sets.via, different.url_key, different.code

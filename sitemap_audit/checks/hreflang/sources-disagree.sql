/*
---
severity: warning
cause: has different hreflang in different sources
confidence: high
basis: inferred
engines: [google]
follows:
  - hreflang/target-client-error
  - hreflang/target-no-response
  - hreflang/target-redirects
  - hreflang/target-server-error
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
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
generator. Where the URL of one source returns no page, that is the source to remove. Middleware for
languages often sends Link headers with the same path for all languages; turn them off there.

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
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/de | de: Sitemap: https://example.com/de/ · HTML: https://example.com/de | One URL for de in all sources | Remove the wrong hreflang annotation |

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
),

told AS (
    SELECT
        named.url_key,
        named.code,
        CASE named.source
            WHEN 'html' THEN 'HTML' WHEN 'header' THEN 'Link header' ELSE 'Sitemap'
        END AS place,
        alternate.url,
        target.state = 'ok' AS is_page,
        target.state NOT IN ('ok', 'unknown') AS is_wrong
    FROM different
    INNER JOIN named ON different.url_key = named.url_key AND different.code = named.code
    INNER JOIN hreflang_urls AS alternate ON named.alternate_key = alternate.url_key
    LEFT JOIN page_states AS target ON named.alternate_key = target.url_key
)

SELECT
    sets.url,
    sets.sitemap_url,
    COALESCE(MIN(CASE WHEN told.is_wrong THEN told.url END), MIN(told.url)) AS related_url,
    sets.line,
    CONCAT(
        told.code,
        ': ',
        CONCAT_WS(
            ' · ',
            MIN(CASE WHEN told.place = 'Sitemap' THEN CONCAT('Sitemap: ', told.url) END),
            MIN(CASE WHEN told.place = 'HTML' THEN CONCAT('HTML: ', told.url) END),
            MIN(CASE WHEN told.place = 'Link header' THEN CONCAT('Link header: ', told.url) END)
        ),
        sets.via
    ) AS observed,
    CONCAT('One URL for ', told.code, ' in all sources') AS expected,
    CASE
        WHEN
            COUNT(CASE WHEN told.is_wrong THEN 1 END) = 1
            AND COUNT(CASE WHEN told.is_page THEN 1 END) > 0
            THEN CONCAT(
                'Remove hreflang from the ',
                REPLACE(MIN(CASE WHEN told.is_wrong THEN told.place END), 'Sitemap', 'sitemap')
            )
        ELSE 'Remove the wrong hreflang annotation'
    END AS fix
FROM told
INNER JOIN hreflang_sets AS sets ON told.url_key = sets.url_key
GROUP BY sets.url, sets.sitemap_url, sets.line, sets.via, told.url_key, told.code

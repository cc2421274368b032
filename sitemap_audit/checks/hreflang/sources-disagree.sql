/*
---
severity: warning
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
# Hreflang sources that disagree

## What it finds

A listed page for which two sources (head, header, sitemap) give the same code to different URLs.

## Why it matters

Google reads all three and takes them to be equal in rank. Where they contradict each other, it may
ignore both.

## How to fix it

Let one system write the annotations, in one place, or all places from the same data.

## Example

### Sitemap and head name different pages

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | https://example.com/de | de: https://example.com/de and https://example.com/de/ | the same URL in every source |

### Several in one source are another check's

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
    'the same URL in every source' AS expected
FROM different
INNER JOIN hreflang_sets AS sets ON different.url_key = sets.url_key
INNER JOIN hreflang_links AS link
    ON different.url_key = link.url_key AND different.code = link.code
INNER JOIN hreflang_urls AS alternate ON link.alternate_key = alternate.url_key
GROUP BY sets.url, sets.sitemap_url, sets.line, sets.via, different.url_key, different.code

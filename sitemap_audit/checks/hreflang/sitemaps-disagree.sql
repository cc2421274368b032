/*
---
severity: warning
confidence: high
basis: inferred
engines: [google, bing]
aliases: [url-hreflang-disagrees-across-sitemaps]
needs: [entries, entry_alternates]
over: listed
when: "sitemaps > 1"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# URL with different hreflang in several sitemaps

## What it finds

A URL that several sitemap files list with annotations, where one file says for a language another
address than the other file, or has a language that the other lacks.

## Why it matters

Search engines put the annotations of all files together. What is right in one is made doubtful by
the other, and mostly the older of two generators is wrong.

## How to fix it

List the page in one file, or make all of them from one place.

## Example

### The second file has another German page

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.xml | https://example.com/p |
| https://example.com/b.xml | https://example.com/p |

`entry_alternates`

| sitemap_url | url | hreflang | href |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/p | de | https://example.com/de |
| https://example.com/b.xml | https://example.com/p | de | https://example.com/de/ |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/a.xml | https://example.com/de | de: https://example.com/de in 1 of 2 sitemaps | the same in every sitemap |
| https://example.com/p | https://example.com/b.xml | https://example.com/de/ | de: https://example.com/de/ in 1 of 2 sitemaps | the same in every sitemap |

### The same in both, or in one alone

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.xml | https://example.com/p |
| https://example.com/b.xml | https://example.com/p |
| https://example.com/b.xml | https://example.com/q |
| https://example.com/a.xml | https://example.com/q |

`entry_alternates`

| sitemap_url | url | hreflang | href |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/p | de | https://example.com/de |
| https://example.com/b.xml | https://example.com/p | DE | https://example.com/de |
| https://example.com/a.xml | https://example.com/q | de | https://example.com/de |

finds:

nothing
*/
WITH annotated AS (
    SELECT
        link.url_key,
        COUNT(DISTINCT link.sitemap_id) AS files
    FROM entry_alternates AS link
    INNER JOIN listed ON link.url_key = listed.url_key
    WHERE listed.sitemaps > 1 AND link.code IS NOT NULL AND link.alternate_key IS NOT NULL
    GROUP BY link.url_key
    HAVING COUNT(DISTINCT link.sitemap_id) > 1
),

said AS (
    SELECT
        link.url,
        link.url_key,
        link.code,
        link.alternate,
        MIN(link.sitemap_url) AS sitemap_url,
        COUNT(DISTINCT link.sitemap_id) AS files
    FROM entry_alternates AS link
    INNER JOIN annotated ON link.url_key = annotated.url_key
    WHERE link.code IS NOT NULL AND link.alternate_key IS NOT NULL
    GROUP BY link.url, link.url_key, link.code, link.alternate
)

SELECT
    said.url,
    said.sitemap_url,
    said.alternate AS related_url,
    CONCAT(
        said.code, ': ', said.alternate, ' in ', said.files, ' of ', annotated.files, ' sitemaps'
    ) AS observed,
    'the same in every sitemap' AS expected
FROM said
INNER JOIN annotated ON said.url_key = annotated.url_key
WHERE said.files < annotated.files

/*
---
severity: warning
cause: has different hreflang in different sitemaps
confidence: high
basis: inferred
engines: [google, bing]
needs: [entries, entry_alternates]
over: listed
when: "sitemaps > 1"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang differs between sitemaps

## What it finds

Several sitemap files list the same URL with hreflang annotations, and one file has an annotation
that another file does not have.

## Why it matters

Search engines combine the annotations of all files. A wrong annotation in one file conflicts with
the right one in the other; usually the output of an old sitemap generator is still online.

## How to fix it

List the URL in one sitemap file only, or create all files with the same sitemap generator. Remove
the outdated file from the server and from robots.txt.

## Example

### The second file has another German URL

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/a.xml | https://example.com/de | de: https://example.com/de in 1 of 2 sitemaps | The same annotations in every sitemap | Remove the wrong annotation, or list the URL in one sitemap |
| https://example.com/p | https://example.com/b.xml | https://example.com/de/ | de: https://example.com/de/ in 1 of 2 sitemaps | The same annotations in every sitemap | Remove the wrong annotation, or list the URL in one sitemap |

### The same in both files, or in one only

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
    'The same annotations in every sitemap' AS expected,
    'Remove the wrong annotation, or list the URL in one sitemap' AS fix
FROM said
INNER JOIN annotated ON said.url_key = annotated.url_key
WHERE said.files < annotated.files

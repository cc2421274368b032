/*
---
severity: warning
cause: has errors or warnings in the report of a search engine
confidence: high
basis: documented
engines: [google, yandex]
known_as:
  Google Search Console: ["Sitemap has errors", "Sitemap has warnings"]
follows:
  - sitemap/access-refused
  - sitemap/disallowed
  - sitemap/doctype
  - sitemap/empty
  - sitemap/empty-response
  - sitemap/encoding-false
  - sitemap/gzip-corrupt
  - sitemap/html
  - sitemap/http-error
  - sitemap/invalid-bytes
  - sitemap/leading-whitespace
  - sitemap/not-well-formed
  - sitemap/requires-login
  - sitemap/schema-invalid
  - sitemap/too-large
  - sitemap/too-many-redirects
  - sitemap/too-many-urls
  - sitemap/trailing-content
  - sitemap/unreachable
  - sitemap/unsupported-root
  - sitemap/wrong-namespace
needs: [imported_files, submitted_sitemaps]
over: engine_sitemaps
when: "NOT COALESCE(is_pending, FALSE) AND (errors IS NOT NULL OR warnings IS NOT NULL)"
unknown: "FALSE"
see:
  - https://developers.google.com/webmaster-tools/v1/sitemaps
  - https://support.google.com/webmasters/answer/7451001
  - https://yandex.com/dev/webmaster/doc/en/reference/host-sitemaps-get
since: 0.1.0
---
# Search engine reports sitemap errors or warnings

## What it finds

A sitemap in which a search engine counts errors or warnings, as its API (`--search-console`) or an
imported list of sitemaps tells: one that was submitted, or one of an index that was. A sitemap that
the engine has still to process is not checked, and Bing's API counts none.

## Why it matters

Errors are issues with the sitemap itself: the search engine cannot process it, or not all of it,
until they are corrected. Warnings are usually issues of URLs in it, which it may not crawl.

## How to fix it

Open the sitemap in the Sitemaps report of Search Console, or in Yandex Webmaster: it names each
error with an example. Correct what the audit finds in the same sitemap. If the sitemap has changed
since it was read, submit it again.

## Example

### Errors, warnings, and a sitemap that is pending

`submitted_sitemaps`

| url | errors | warnings | downloaded_at | is_pending |
|---|---|---|---|---|
| https://example.com/sitemap.xml | 2 | 1 | 2026-01-12 | false |
| https://example.com/news.xml | 0 | 1200 | 2026-01-13 | false |
| https://example.com/new.xml | 1 | 0 | | true |
| https://example.com/posts.xml | 0 | 0 | 2026-01-13 | false |

finds:

| sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/sitemap.xml | Google: 2 errors, 1 warning; read on 2026-01-12 | No errors or warnings | See the Sitemaps report of Search Console | errors |
| https://example.com/news.xml | Google: 1,200 warnings; read on 2026-01-13 | No errors or warnings | See the Sitemaps report of Search Console | warnings only |

### By two engines; changed since

`entries`

| loc | lastmod |
|---|---|
| https://example.com/a | 2026-01-15 |

`submitted_sitemaps`

| engine | errors | warnings | downloaded_at |
|---|---|---|---|
| google | 1 | 0 | 2026-01-12 |
| yandex | 3 | | 2026-01-13 |

finds:

| sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/sitemap.xml | Google: 1 error; read on 2026-01-12, changed since; Yandex: 3 errors; read on 2026-01-13, changed since | No errors or warnings | See the Sitemaps report of Search Console, Yandex Webmaster | errors |
*/
WITH told AS (
    SELECT
        url,
        engine,
        errors,
        CONCAT(
            title,
            ': ',
            CONCAT_WS(
                ', ',
                CASE
                    WHEN errors = 1 THEN '1 error'
                    WHEN errors > 1 THEN CONCAT(FORMAT_NUMBER(errors, 0), ' errors')
                END,
                CASE
                    WHEN warnings = 1 THEN '1 warning'
                    WHEN warnings > 1 THEN CONCAT(FORMAT_NUMBER(warnings, 0), ' warnings')
                END
            ),
            COALESCE('; read on ' || CAST(CAST(downloaded_at AS DATE) AS VARCHAR), ''),
            CASE WHEN is_changed THEN ', changed since' ELSE '' END
        ) AS counted
    FROM engine_sitemaps
    WHERE NOT COALESCE(is_pending, FALSE) AND (errors > 0 OR warnings > 0)
)

SELECT
    url AS sitemap_url,
    CONCAT_WS(
        '; ',
        MAX(CASE WHEN engine = 'google' THEN counted END),
        MAX(CASE WHEN engine = 'bing' THEN counted END),
        MAX(CASE WHEN engine = 'yandex' THEN counted END)
    ) AS observed,
    'No errors or warnings' AS expected,
    CONCAT(
        'See ',
        CONCAT_WS(
            ', ',
            MAX(CASE WHEN engine = 'google' THEN 'the Sitemaps report of Search Console' END),
            MAX(CASE WHEN engine = 'bing' THEN 'Bing Webmaster Tools' END),
            MAX(CASE WHEN engine = 'yandex' THEN 'Yandex Webmaster' END)
        )
    ) AS fix,
    CASE WHEN MAX(errors) > 0 THEN 'errors' ELSE 'warnings only' END AS kind
FROM told
GROUP BY url

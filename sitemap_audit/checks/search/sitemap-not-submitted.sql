/*
---
severity: notice
cause: is not submitted to a search engine
confidence: high
basis: documented
engines: [google, bing, yandex]
needs: [entries, imported_files, robots_lines, sitemaps, submitted_sitemaps]
over: engine_sitemaps
when: "is_audited AND index_url IS NULL AND submitted_by IS NULL"
unknown: "is_submitted IS NULL"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://developers.google.com/webmaster-tools/v1/sitemaps/list
since: 0.1.0
---
# Sitemap not submitted to a search engine

## What it finds

A sitemap that the audit read, and that is not in the list of submitted sitemaps of Search Console,
Bing Webmaster Tools or Yandex Webmaster, as their APIs tell it (`--search-console`). A sitemap that
a sitemap index contains need not be submitted: the index is checked. So is one that a submitted URL
redirects to. A sitemap that the property does not cover, as on another host, is not checked, nor is
any sitemap if the list could not be read to its end.

## Why it matters

Search engines find a sitemap in robots.txt, too. But their reports tell of submitted ones only: when
it was read, which errors it has, and how many of its URLs are indexed.

## How to fix it

Submit the sitemap in the Sitemaps report of Search Console, or in the webmaster tools of the other
engine.

## Example

### One of two sitemaps in robots.txt

`robots_lines`

| field | value |
|---|---|
| sitemap | https://example.com/sitemap.xml |
| sitemap | https://example.com/news.xml |

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/sitemap.xml | https://example.com/a |
| https://example.com/news.xml | https://example.com/b |

`submitted_sitemaps`

| engine | url |
|---|---|
| google | https://example.com/sitemap.xml |
| bing | https://example.com/news.xml |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/news.xml | Not submitted to Google (https://example.com/) | Submitted | Submit it in Search Console |
| https://example.com/sitemap.xml | Not submitted to Bing (https://example.com/) | Submitted | Submit it in Bing Webmaster Tools |

### A sitemap of a submitted index, and one of another host

`robots_lines`

| field | value |
|---|---|
| sitemap | https://example.com/sitemap_index.xml |
| sitemap | https://cdn.example.com/more.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/sitemap_index.xml | sitemap | https://example.com/posts.xml |
| https://example.com/posts.xml | url | https://example.com/a |
| https://cdn.example.com/more.xml | url | https://example.com/b |

`submitted_sitemaps`

| url |
|---|
| https://example.com/sitemap_index.xml |

finds:

nothing
*/
WITH missing AS (
    SELECT
        url,
        engine,
        CONCAT(title, ' (', property, ')') AS place
    FROM engine_sitemaps
    WHERE is_audited AND index_url IS NULL AND submitted_by IS NULL AND NOT is_submitted
)

SELECT
    url AS sitemap_url,
    CONCAT(
        'Not submitted to ',
        CONCAT_WS(
            ', ',
            MAX(CASE WHEN engine = 'google' THEN place END),
            MAX(CASE WHEN engine = 'bing' THEN place END),
            MAX(CASE WHEN engine = 'yandex' THEN place END)
        )
    ) AS observed,
    'Submitted' AS expected,
    CONCAT(
        'Submit it in ',
        CONCAT_WS(
            ', ',
            MAX(CASE WHEN engine = 'google' THEN 'Search Console' END),
            MAX(CASE WHEN engine = 'bing' THEN 'Bing Webmaster Tools' END),
            MAX(CASE WHEN engine = 'yandex' THEN 'Yandex Webmaster' END)
        )
    ) AS fix
FROM missing
GROUP BY url

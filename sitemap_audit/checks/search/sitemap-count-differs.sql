/*
---
severity: notice
cause: has another number of URLs in the report of a search engine
confidence: medium
basis: inferred
engines: [google, bing, yandex]
follows: [sitemap/too-many-urls]
own_kinds: [no known reason, more than listed]
needs: [entries, imported_files, sitemaps, submitted_counts, submitted_sitemaps]
over: engine_sitemaps
when: >-
  is_submitted AND engine_urls IS NOT NULL AND NOT COALESCE(is_pending, FALSE)
  AND NOT COALESCE(is_index, FALSE)
unknown: "NOT is_read OR downloaded_at IS NULL OR is_changed IS NULL"
parameters:
  percent: 1
see:
  - https://developers.google.com/webmaster-tools/v1/sitemaps
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Search engine counts other URLs in sitemap

## What it finds

A sitemap in which a search engine counts another number of URLs than the audit read, by more than
1 % (`percent`), as its API (`--search-console`) or an imported list of sitemaps tells. Images, videos
and news are counts of their own, and are left out, and so are sitemap indexes: the sitemaps that they
list are compared. A list that has the day of the download alone is not compared.

The engine may have read an earlier version. A sitemap that changed since, by its Last-Modified header
or a newer `lastmod`, is not reported. If neither tells that it is the same, and the two read it more
than a day apart, it is not checked.

## Why it matters

URLs that the search engine does not count are not discovered by the sitemap. Reasons that the audit
knows are said: URLs past the first 50,000, URLs of 2,048 characters or more, repeated ones, those on a
host that the property does not cover, and entries without a valid URL. Without such a reason the search
engine gets another file than the audit, as from a cache or by its user agent, or reads only a part.

## How to fix it

Correct the reason that is named. Without one, request the sitemap with the user agent of the search
engine, compare the number of `<url>` elements, and purge the cache of the CDN. Then submit the sitemap
again.

## Example

### Repeated URLs, and no reason

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.xml | https://example.com/a |
| https://example.com/a.xml | https://example.com/a |
| https://example.com/a.xml | https://example.org/b |
| https://example.com/b.xml | https://example.com/c |
| https://example.com/b.xml | https://example.com/d |

`sitemaps`

| url | fetched_at |
|---|---|
| https://example.com/a.xml | 2026-01-15 |
| https://example.com/b.xml | 2026-01-15 |

`submitted_sitemaps`

| url | downloaded_at |
|---|---|
| https://example.com/a.xml | 2026-01-14T12:00:00Z |
| https://example.com/b.xml | 2026-01-14T12:00:00Z |

`submitted_counts`

| url | content | submitted |
|---|---|---|
| https://example.com/a.xml | web | 1 |
| https://example.com/b.xml | web | 1 |
| https://example.com/b.xml | image | 9 |

finds:

| sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/a.xml | Google counts 1 URL (read on 2026-01-14); 1 is repeated, 1 is not in the property | 3 URLs | Correct the entries that it does not count | known reason |
| https://example.com/b.xml | Google counts 1 URL (read on 2026-01-14) | 2 URLs | Check what the search engine gets at this URL | no known reason |

### Changed since, and not known

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/a.xml | https://example.com/a | 2026-01-14 |
| https://example.com/a.xml | https://example.com/b | 2026-01-02 |
| https://example.com/b.xml | https://example.com/c | |

`submitted_sitemaps`

| url | downloaded_at |
|---|---|
| https://example.com/a.xml | 2026-01-05 |
| https://example.com/b.xml | 2026-01-05 |

`submitted_counts`

| url | submitted |
|---|---|
| https://example.com/a.xml | 1 |
| https://example.com/b.xml | 5 |

finds:

nothing
*/
WITH compared AS (
    SELECT
        url,
        engine,
        entries,
        engine_urls,
        CONCAT(
            title,
            ' counts ',
            FORMAT_NUMBER(engine_urls, 0),
            CASE engine_urls WHEN 1 THEN ' URL' ELSE ' URLs' END,
            ' (read on ',
            CAST(CAST(downloaded_at AS DATE) AS VARCHAR),
            ')'
        ) AS counted,
        CASE
            WHEN engine_urls < entries
                THEN
                    NULLIF(
                        CONCAT_WS(
                            ', ',
                            CASE
                                WHEN excess > 0
                                    THEN
                                        CONCAT(
                                            FORMAT_NUMBER(excess, 0), ' are past the first 50,000'
                                        )
                            END,
                            CASE
                                WHEN too_long = 1 THEN '1 is too long'
                                WHEN too_long > 1
                                    THEN CONCAT(FORMAT_NUMBER(too_long, 0), ' are too long')
                            END,
                            CASE
                                WHEN repeated = 1 THEN '1 is repeated'
                                WHEN repeated > 1
                                    THEN CONCAT(FORMAT_NUMBER(repeated, 0), ' are repeated')
                            END,
                            CASE
                                WHEN elsewhere = 1 THEN '1 is not in the property'
                                WHEN elsewhere > 1
                                    THEN
                                        CONCAT(
                                            FORMAT_NUMBER(elsewhere, 0),
                                            ' are not in the property'
                                        )
                            END,
                            CASE
                                WHEN not_urls = 1 THEN '1 is not a URL'
                                WHEN not_urls > 1
                                    THEN CONCAT(FORMAT_NUMBER(not_urls, 0), ' are no URLs')
                            END
                        ),
                        ''
                    )
        END AS reasons,
        excess + too_long + repeated + elsewhere + not_urls AS explained
    FROM engine_sitemaps
    WHERE
        is_submitted
        AND NOT COALESCE(is_pending, FALSE)
        AND NOT COALESCE(is_index, FALSE)
        AND is_read
        AND NOT is_changed
        AND downloaded_at IS NOT NULL
        AND ABS(engine_urls - entries) * 100 > $percent * entries
)

SELECT
    url AS sitemap_url,
    CONCAT(
        CONCAT_WS(
            '; ',
            MAX(CASE WHEN engine = 'google' THEN counted END),
            MAX(CASE WHEN engine = 'bing' THEN counted END),
            MAX(CASE WHEN engine = 'yandex' THEN counted END)
        ),
        COALESCE('; ' || MAX(reasons), '')
    ) AS observed,
    CONCAT(
        FORMAT_NUMBER(MAX(entries), 0), CASE MAX(entries) WHEN 1 THEN ' URL' ELSE ' URLs' END
    ) AS expected,
    CASE
        WHEN MIN(engine_urls - entries + explained) >= 0 AND MAX(engine_urls - entries) < 0
            THEN 'Correct the entries that it does not count'
        ELSE 'Check what the search engine gets at this URL'
    END AS fix,
    CASE
        WHEN MIN(engine_urls - entries + explained) >= 0 AND MAX(engine_urls - entries) < 0
            THEN 'known reason'
        WHEN MIN(engine_urls - entries) > 0 THEN 'more than listed'
        ELSE 'no known reason'
    END AS kind
FROM compared
GROUP BY url

/*
---
severity: warning
cause: is not read by a search engine
confidence: high
basis: inferred
engines: [google, bing, yandex]
follows:
  - sitemap/access-refused
  - sitemap/disallowed
  - sitemap/http-error
  - sitemap/requires-login
  - sitemap/too-many-redirects
  - sitemap/unreachable
needs: [imported_files, submitted_sitemaps]
over: engine_sitemaps
when: "is_submitted"
unknown: "downloaded_at IS NULL AND submitted_at IS NULL"
parameters:
  days: 30
see:
  - https://developers.google.com/webmaster-tools/v1/sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Search engine has not read sitemap lately

## What it finds

A sitemap that was submitted to a search engine, or that is in an index that was, and that the engine
downloaded more than 30 (`days`) days ago, or never, as its API (`--search-console`) or an imported
list of sitemaps tells; by a list, before the last day that it names. A sitemap that was submitted in
these days has still time, and is not reported. Neither is one that has not changed since, by its
Last-Modified header or its values of `lastmod`, such as an archive.

## Why it matters

The search engine does not know the URLs that the sitemap lists since, nor new values of `lastmod`.
It reads a sitemap rarely if it cannot fetch it, or if `lastmod` was wrong often.

## How to fix it

Check that the sitemap returns 200 to the search engine: in Search Console, inspect its URL and test
the live URL. Check the firewall and robots.txt. If it works, submit it again. If the sitemap is not
in use any more, remove it from the list of the search engine.

## Example

### Read long ago, never, and just submitted

`imported_files`

| file | product | kind | imported_at |
|---|---|---|---|
| search-console:https://example.com/ | gsc | sitemaps | 2026-01-15 |

`submitted_sitemaps`

| url | submitted_at | downloaded_at | is_pending |
|---|---|---|---|
| https://example.com/old.xml | 2025-01-01 | 2025-11-30 | false |
| https://example.com/never.xml | 2025-10-01 | | true |
| https://example.com/new.xml | 2026-01-14 | | true |
| https://example.com/again.xml | 2026-01-14 | 2025-06-01 | true |
| https://example.com/sitemap.xml | 2025-01-01 | 2026-01-14 | false |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/old.xml | Google: read on 2025-11-30, 46 days before 2026-01-15 | Read in the last 30 days | Check that the search engine can fetch it, then submit it again |
| https://example.com/never.xml | Google: submitted on 2025-10-01, not read by 2026-01-15 | Read in the last 30 days | Check that the search engine can fetch it, then submit it again |

### An archive that has not changed since, and a sitemap that nothing declares

`imported_files`

| file | product | kind | imported_at |
|---|---|---|---|
| search-console:https://example.com/ | gsc | sitemaps | 2026-01-15 |

`robots_lines`

| field | value |
|---|---|
| sitemap | https://example.com/archive.xml |

`entries`

| sitemap_url | loc | lastmod |
|---|---|---|
| https://example.com/archive.xml | https://example.com/a | 2019-05-01 |

`submitted_sitemaps`

| url | submitted_at | downloaded_at |
|---|---|---|
| https://example.com/archive.xml | 2025-01-01 | 2025-11-30 |
| https://example.com/old.xml | 2025-01-01 | 2025-11-30 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/old.xml | Google: read on 2025-11-30, 46 days before 2026-01-15 | Read in the last 30 days | If in use, check that the search engine can fetch it, then submit it again; else remove it there |

### A limit of the user's

`parameters`

| days |
|---|
| 7 |

`imported_files`

| file | product | kind | imported_at |
|---|---|---|---|
| bing-webmaster:https://example.com/ | bing | sitemaps | 2026-01-15 |

`submitted_sitemaps`

| engine | url | submitted_at | downloaded_at |
|---|---|---|---|
| bing | https://example.com/a.xml | | 2026-01-07 |
| bing | https://example.com/b.xml | | 2026-01-08 |
| bing | https://example.com/c.xml | | |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | Bing: read on 2026-01-07, 8 days before 2026-01-15 | Read in the last 7 days | Check that the search engine can fetch it, then submit it again |
*/
WITH waiting AS (
    SELECT
        url,
        engine,
        COALESCE(is_declared, TRUE) OR in_index IS NOT NULL AS is_in_use,
        CASE
            WHEN downloaded_at IS NULL
                THEN
                    CONCAT(
                        title,
                        ': submitted on ',
                        CAST(CAST(submitted_at AS DATE) AS VARCHAR),
                        ', not read by ',
                        CAST(CAST(told_at AS DATE) AS VARCHAR)
                    )
            ELSE
                CONCAT(
                    title,
                    ': read on ',
                    CAST(CAST(downloaded_at AS DATE) AS VARCHAR),
                    ', ',
                    FORMAT_NUMBER(DATE_DIFF('day', downloaded_at, told_at), 0),
                    ' days before ',
                    CAST(CAST(told_at AS DATE) AS VARCHAR)
                )
        END AS read_last
    FROM engine_sitemaps
    WHERE
        is_submitted
        AND COALESCE(downloaded_at, submitted_at) IS NOT NULL
        AND COALESCE(is_changed, TRUE)
        AND COALESCE(DATE_DIFF('day', downloaded_at, told_at) > $days, TRUE)
        AND COALESCE(DATE_DIFF('day', submitted_at, told_at) > $days, TRUE)
)

SELECT
    url AS sitemap_url,
    CONCAT_WS(
        '; ',
        MAX(CASE WHEN engine = 'google' THEN read_last END),
        MAX(CASE WHEN engine = 'bing' THEN read_last END),
        MAX(CASE WHEN engine = 'yandex' THEN read_last END)
    ) AS observed,
    CONCAT('Read in the last ', CAST($days AS VARCHAR), ' days') AS expected,
    CASE
        WHEN BOOL_OR(is_in_use)
            THEN 'Check that the search engine can fetch it, then submit it again'
        ELSE
            'If in use, check that the search engine can fetch it, then submit it again;'
            || ' else remove it there'
    END AS fix
FROM waiting
GROUP BY url

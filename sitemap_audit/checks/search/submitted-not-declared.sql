/*
---
severity: notice
cause: is submitted, and neither in robots.txt nor in an index
confidence: high
basis: documented
engines: [google, bing, yandex]
follows: [sitemap/undeclared, robots/no-sitemap-line]
needs: [entries, imported_files, robots, robots_lines, sitemaps, submitted_sitemaps]
over: engine_sitemaps
when: "is_submitted AND in_index IS NULL AND submitted_by IS NULL AND is_audited
  AND (engine = 'google' OR engine = 'bing' AND property IS NOT NULL OR submitted_at IS NOT NULL)"
unknown: "is_declared IS NULL"
see:
  - https://www.sitemaps.org/protocol.html#informing
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/webmaster-tools/v1/sitemaps/list
since: 0.1.0
---
# Submitted sitemap not in robots.txt or index

## What it finds

A sitemap that was submitted to a search engine, as its API (`--search-console`) or an imported list of
sitemaps tells, and that is in no robots.txt and in no sitemap index. Checked if the audit read the robots.txt of its host, and all
indexes.

## Why it matters

Only the search engine to which it was submitted reads it. Others find sitemaps in robots.txt. Or it
is left from an old site, and the search engine still reads it.

## How to fix it

If the sitemap is in use, add it to robots.txt or to the sitemap index. If it is not, remove it from
the Sitemaps report of Search Console, and delete the file. Leave it as it is if other search engines
must not read it.

## Example

### A sitemap that is submitted alone, one in robots.txt, one in its index

`robots_lines`

| field | value |
|---|---|
| sitemap | https://example.com/sitemap_index.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/sitemap_index.xml | sitemap | https://example.com/posts.xml |
| https://example.com/posts.xml | url | https://example.com/a |

`submitted_sitemaps`

| url |
|---|
| https://example.com/sitemap_index.xml |
| https://example.com/posts.xml |
| https://example.com/old.xml |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/old.xml | Submitted to Google on 2026-01-14; not in robots.txt or a sitemap index | In robots.txt or a sitemap index | If in use, add to robots.txt; else remove from Search Console |

### robots.txt was not read

`robots`

| origin | status |
|---|---|
| https://example.com | 503 |

`submitted_sitemaps`

| url |
|---|
| https://example.com/sitemap.xml |

finds:

nothing
*/
WITH submitted AS (
    SELECT
        url,
        engine,
        CONCAT(title, COALESCE(' on ' || CAST(CAST(submitted_at AS DATE) AS VARCHAR), ''))
            AS place
    FROM engine_sitemaps
    WHERE
        is_submitted
        AND in_index IS NULL
        AND submitted_by IS NULL
        AND is_audited
        AND NOT is_declared
        -- Yandex, and Bing's page, list what they have found by themselves, too: without a date.
        AND (
            engine = 'google'
            OR (engine = 'bing' AND property IS NOT NULL)
            OR submitted_at IS NOT NULL
        )
)

SELECT
    url AS sitemap_url,
    CONCAT(
        'Submitted to ',
        CONCAT_WS(
            ', ',
            MAX(CASE WHEN engine = 'google' THEN place END),
            MAX(CASE WHEN engine = 'bing' THEN place END),
            MAX(CASE WHEN engine = 'yandex' THEN place END)
        ),
        '; not in robots.txt or a sitemap index'
    ) AS observed,
    'In robots.txt or a sitemap index' AS expected,
    CONCAT(
        'If in use, add to robots.txt; else remove from ',
        CONCAT_WS(
            ', ',
            MAX(CASE WHEN engine = 'google' THEN 'Search Console' END),
            MAX(CASE WHEN engine = 'bing' THEN 'Bing Webmaster Tools' END),
            MAX(CASE WHEN engine = 'yandex' THEN 'Yandex Webmaster' END)
        )
    ) AS fix
FROM submitted
GROUP BY url

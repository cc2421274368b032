/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google, bing]
needs: [entries]
over: entries
when: "lastmod_at IS NOT NULL AND kind = 'url'"
parameters: {min_entries: 100, max_percent: 1, min_years: 10}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# lastmod far older than all others of the host

## What it finds

A `<lastmod>` that lies `min_years` or more before those of nearly all other pages of its host: at
most `max_percent` of the host's dated entries are as old, and between them and the next one lie so
many years without any. Hosts with fewer than `min_entries` dated entries are left out. What is
impossible by itself, such as 1970, is reported by `entry/lastmod-implausibly-old`.

## Why it matters

Such a date mostly comes from a field that was never filled, or from a clock that was wrong. Search
engines stop trusting dates that are not true.

## How to fix it

Look where the date comes from, and leave `<lastmod>` out where it is not known.

## Example

### One page of a hundred from another age

`parameters`

| min_entries | max_percent |
|---|---|
| 3 | 40 |

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2001-01-01 | 3 |
| https://example.com/b | 2019-05-01 | 6 |
| https://example.com/c | 2025-05-01 | 9 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2001-01-01 | a date that is true; the next one of the host is 2019-05-01 | https://example.com/sitemap.xml | remove | lastmod | 2001-01-01 |
*/
WITH dated AS (
    SELECT
        url,
        sitemap_url,
        line,
        lastmod,
        lastmod_at,
        SPLIT_PART(url, '/', 3) AS host
    FROM entries
    WHERE kind = 'url' AND url IS NOT NULL AND lastmod_at >= CAST('1995-01-01' AS TIMESTAMP)
),

ranked AS (
    SELECT
        host,
        lastmod_at,
        ROW_NUMBER() OVER (PARTITION BY host ORDER BY lastmod_at) AS place,
        COUNT(*) OVER (PARTITION BY host) AS entries,
        LEAD(lastmod_at) OVER (PARTITION BY host ORDER BY lastmod_at) AS next_at
    FROM dated
),

gaps AS (
    SELECT
        host,
        MAX(lastmod_at) AS last_old,
        MAX(next_at) AS first_new
    FROM ranked
    WHERE
        entries >= $min_entries
        AND 100 * place <= $max_percent * entries
        AND DATE_DIFF('day', lastmod_at, next_at) >= 365 * $min_years
    GROUP BY host
)

SELECT
    dated.url,
    dated.sitemap_url,
    dated.line,
    dated.lastmod AS observed,
    CONCAT(
        'a date that is true; the next one of the host is ',
        CAST(CAST(gaps.first_new AS DATE) AS VARCHAR)
    ) AS expected,
    dated.sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place,
    dated.lastmod AS "from"
FROM dated
INNER JOIN gaps ON dated.host = gaps.host AND dated.lastmod_at <= gaps.last_old

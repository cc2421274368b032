/*
---
severity: notice
cause: has a lastmod far older than other pages
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
# lastmod far older than other pages

## What it finds

The `<lastmod>` of a URL is at least `min_years` (10) years older than those of nearly all other
URLs of its host: at most `max_percent` (1) percent of the host's dates are that old, and no date
lies in the years between. Hosts with fewer than `min_entries` (100) dates are not checked.
Impossible dates such as 1970 are reported by `entry/lastmod-implausibly-old`.

## Why it matters

Such a date usually comes from an empty field, from an import or from a wrong clock. Google uses
`<lastmod>` only if it is consistently accurate.

## How to fix it

Check the date of the page in the CMS, and correct it there. Leave `<lastmod>` out if the date is
not known.

## Example

### One date far older than the others

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2001-01-01 | Date of the last change; next date on this host: 2019-05-01 | Check the date; remove <lastmod> if it is wrong | https://example.com/sitemap.xml | remove | lastmod | 2001-01-01 |
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
        'Date of the last change; next date on this host: ',
        CAST(CAST(gaps.first_new AS DATE) AS VARCHAR)
    ) AS expected,
    'Check the date; remove <lastmod> if it is wrong' AS fix,
    dated.sitemap_url AS change_url,
    'remove' AS action,
    'lastmod' AS place,
    dated.lastmod AS "from"
FROM dated
INNER JOIN gaps ON dated.host = gaps.host AND dated.lastmod_at <= gaps.last_old

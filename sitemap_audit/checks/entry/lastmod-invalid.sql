/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [lastmod-invalid]
known_as:
  Google Search Console: ["Invalid date"]
needs: [entries]
over: entries
when: "lastmod IS NOT NULL"
see:
  - https://www.w3.org/TR/NOTE-datetime
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
since: 0.1.0
---
# Invalid lastmod date

## What it finds

An entry of a sitemap or sitemap index whose `<lastmod>` is not in a form of W3C Datetime:
`2026-01-15`, `2026-01-15T09:30+01:00`, `2026-01-15T09:30:00Z`. Common faults are a time without
zone, a space in place of the `T`, `+0100` without colon, and days that do not exist.

## Why it matters

Search engines report an invalid date and do without it, so that a change of the page is noticed
later.

## How to fix it

Write the day alone, or day and time with the zone, such as `2026-01-15T09:30:00+00:00`.

## Example

### A day that does not exist, and a time without zone

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-13-01 | 4 |
| https://example.com/b | 2026-01-15T09:30:00 | 8 |
| https://example.com/c | 2026-01-15 | 12 |
| https://example.com/d | | 16 |

finds:

| url | sitemap_url | line | observed | expected | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | 2026-13-01 (impossible) | a W3C date such as 2026-01-15 or 2026-01-15T09:30:00+00:00 | impossible | https://example.com/sitemap.xml | remove | lastmod | 2026-13-01 | |
| https://example.com/b | https://example.com/sitemap.xml | 8 | 2026-01-15T09:30:00 (no-time-zone) | a W3C date such as 2026-01-15 or 2026-01-15T09:30:00+00:00 | no-time-zone | https://example.com/sitemap.xml | replace | lastmod | 2026-01-15T09:30:00 | 2026-01-15T09:30:00Z |
*/
WITH invalid AS (
    SELECT
        url,
        sitemap_url,
        line,
        lastmod,
        lastmod_problem,
        CASE
            WHEN lastmod_precision = 'day' THEN CAST(CAST(lastmod_at AS DATE) AS VARCHAR)
            WHEN lastmod_at IS NOT NULL AND lastmod_precision NOT IN ('year', 'month')
                THEN CONCAT(REPLACE(LEFT(CAST(lastmod_at AS VARCHAR), 19), ' ', 'T'), 'Z')
        END AS meant
    FROM entries
    WHERE lastmod_problem IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(lastmod, ' (', lastmod_problem, ')') AS observed,
    'a W3C date such as 2026-01-15 or 2026-01-15T09:30:00+00:00' AS expected,
    lastmod_problem AS kind,
    sitemap_url AS change_url,
    CASE WHEN meant IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'lastmod' AS place,
    lastmod AS "from",
    meant AS "to"
FROM invalid

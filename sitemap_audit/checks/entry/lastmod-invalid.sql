/*
---
severity: error
cause: has an invalid lastmod
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

The `<lastmod>` of a URL or child sitemap is not a W3C Datetime such as `2026-01-15`,
`2026-01-15T09:30+01:00` or `2026-01-15T09:30:00Z`. Common faults are a time without time zone, a
space instead of `T`, `+0100` without the colon, and dates that do not exist.

## Why it matters

The sitemap protocol requires W3C Datetime, and Search Console reports "Invalid date". Search
engines ignore the date, so they may notice a change of the page later.

## How to fix it

Set the date format in the sitemap generator to `2026-01-15` or `2026-01-15T09:30:00+00:00` (PHP:
`date('c')`, Python: `isoformat()` of a time with time zone).

## Example

### A date that does not exist, and a time without time zone

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2026-13-01 | 4 |
| https://example.com/b | 2026-01-15T09:30:00 | 8 |
| https://example.com/c | 2026-01-15 | 12 |
| https://example.com/d | | 16 |

finds:

| url | sitemap_url | line | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | 2026-13-01 (no such date or time) | W3C Datetime, such as 2026-01-15 or 2026-01-15T09:30:00+00:00 | Correct the date, or remove <lastmod> | impossible | https://example.com/sitemap.xml | remove | lastmod | 2026-13-01 | |
| https://example.com/b | https://example.com/sitemap.xml | 8 | 2026-01-15T09:30:00 (no time zone) | W3C Datetime, such as 2026-01-15 or 2026-01-15T09:30:00+00:00 | Replace with 2026-01-15T09:30:00Z | no-time-zone | https://example.com/sitemap.xml | replace | lastmod | 2026-01-15T09:30:00 | 2026-01-15T09:30:00Z |
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
    CASE
        WHEN lastmod_problem = 'empty' THEN 'Empty <lastmod>'
        ELSE CONCAT(
            lastmod,
            CASE lastmod_problem
                WHEN 'impossible' THEN ' (no such date or time)'
                WHEN 'no-time-zone' THEN ' (no time zone)'
                WHEN 'space-separator' THEN ' (space instead of T)'
                WHEN 'numeric-zone' THEN ' (no colon in the time zone)'
                WHEN 'mail-date' THEN ' (date format of e-mail and RSS)'
                WHEN 'unix-time' THEN ' (Unix timestamp)'
                ELSE ' (not a W3C Datetime)'
            END
        )
    END AS observed,
    'W3C Datetime, such as 2026-01-15 or 2026-01-15T09:30:00+00:00' AS expected,
    CASE
        WHEN meant IS NULL THEN 'Correct the date, or remove <lastmod>'
        ELSE CONCAT('Replace with ', meant)
    END AS fix,
    lastmod_problem AS kind,
    sitemap_url AS change_url,
    CASE WHEN meant IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'lastmod' AS place,
    lastmod AS "from",
    meant AS "to"
FROM invalid

/*
---
severity: error
cause: has an invalid lastmod
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Google Search Console: ["Invalid date"]
needs: [entries, sitemaps]
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
space instead of `T`, `+0100` without the colon, and dates that do not exist. Without a time zone,
or with one whose name is that of several (`IST`, `CST`), the fix is the date alone. In RSS and Atom
feeds: a date that these formats do not allow.

## Why it matters

The sitemap protocol requires W3C Datetime, and Search Console reports "Invalid date". Search
engines ignore the date, so they may notice a change of the page later.

## How to fix it

Set the date format in the sitemap generator to `2026-01-15` or `2026-01-15T09:30:00+00:00` (PHP:
`date('c')`, JavaScript: `toISOString()`, Python: `isoformat()` of a time with time zone).

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
| https://example.com/b | https://example.com/sitemap.xml | 8 | 2026-01-15T09:30:00 (no time zone) | W3C Datetime, such as 2026-01-15 or 2026-01-15T09:30:00+00:00 | Replace with 2026-01-15, or add the time zone | no-time-zone | https://example.com/sitemap.xml | replace | lastmod | 2026-01-15T09:30:00 | 2026-01-15 |
*/
SELECT
    entries.url,
    entries.sitemap_url,
    entries.line,
    CASE
        WHEN entries.lastmod_problem = 'empty' THEN 'Empty <lastmod>'
        ELSE CONCAT(
            entries.lastmod,
            CASE entries.lastmod_problem
                WHEN 'impossible' THEN ' (no such date or time)'
                WHEN 'no-time-zone' THEN ' (no time zone)'
                WHEN 'space-separator' THEN ' (space instead of T)'
                WHEN 'numeric-zone' THEN ' (no colon in the time zone)'
                WHEN 'mail-date' THEN ' (date format of e-mail and RSS)'
                WHEN 'unix-time' THEN ' (Unix timestamp)'
                WHEN 'unreadable' THEN ' (not a date of RSS)'
                ELSE ' (not a W3C Datetime)'
            END
        )
    END AS observed,
    CASE
        WHEN sitemaps.kind = 'rss-2.0'
            THEN 'Date, time and time zone, such as Thu, 15 Jan 2026 09:30:00 +0000'
        WHEN sitemaps.kind IN ('atom-1.0', 'atom-0.3')
            THEN 'Date, time and time zone, such as 2026-01-15T09:30:00+00:00'
        ELSE 'W3C Datetime, such as 2026-01-15 or 2026-01-15T09:30:00+00:00'
    END AS expected,
    CASE
        WHEN entries.lastmod_problem = 'no-time-zone'
            THEN COALESCE(
                'Replace with ' || entries.lastmod_correction || ', or add the time zone',
                'Add the time zone'
            )
        WHEN entries.lastmod_correction IS NOT NULL
            THEN CONCAT('Replace with ', entries.lastmod_correction)
        WHEN sitemaps.kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
            THEN 'Correct the date'
        ELSE 'Correct the date, or remove <lastmod>'
    END AS fix,
    entries.lastmod_problem AS kind,
    CASE
        WHEN COALESCE(sitemaps.kind, '') NOT IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
            THEN entries.sitemap_url
    END AS change_url,
    CASE WHEN entries.lastmod_correction IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'lastmod' AS place,
    entries.lastmod AS "from",
    entries.lastmod_correction AS "to"
FROM entries
LEFT JOIN sitemaps ON entries.sitemap_id = sitemaps.id
WHERE entries.lastmod_problem IS NOT NULL

/*
---
severity: notice
cause: has lastmods of several formats
confidence: pedantic
basis: advisory
engines: [google, bing]
needs: [entries]
over: sitemaps_with_lastmod
when: "dated > 1"
see:
  - https://www.w3.org/TR/NOTE-datetime
  - https://blogs.bing.com/webmaster/february-2023/The-Importance-of-Setting-the-lastmod-Tag-in-Your-Sitemap
since: 0.2.0
---
# lastmod with and without time mixed

## What it finds

Some `<lastmod>` dates of a sitemap have a time and others do not, or their time zones differ by
more than the hour between summer and winter time. Dates that are not valid are not counted.

## Why it matters

Each of these dates is valid. But the URLs of one file usually have their dates from one field.
Mixed formats show that some come from another field, a default value or another time zone, so some
of them may be wrong. Google uses `<lastmod>` only if it is consistently accurate. Bing recommends
date and time.

## How to fix it

Find out which part of the sitemap generator or which plugin writes the rarer format, and set all
dates from the same field, with time and time zone: `2026-01-15T09:30:00+00:00`.

## Example

### Dates with and without a time, and two time zones

`entries`

| sitemap_url | loc | lastmod | line |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/1 | 2026-01-15T09:30:00+00:00 | 3 |
| https://example.com/a.xml | https://example.com/2 | 2026-01-15T09:30:00Z | 6 |
| https://example.com/a.xml | https://example.com/3 | 2026-01-15 | 9 |
| https://example.com/b.xml | https://example.com/4 | 2026-01-15T09:30:00-05:00 | 3 |
| https://example.com/b.xml | https://example.com/5 | 2026-01-15T09:30:00Z | 6 |

finds:

| sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/a.xml | 2 dates with a time, 1 without: 2026-01-15 | One format | Set all dates from the same field, with time and time zone | precision |
| https://example.com/b.xml | Time zones from -05:00 to +00:00 | One time zone | Set all dates from the same field, with time and time zone | time-zone |

### One format, in summer and in winter

`entries`

| loc | lastmod |
|---|---|
| https://example.com/1 | 2026-01-15T09:30:00+01:00 |
| https://example.com/2 | 2025-07-15T09:30:00+02:00 |

finds:

nothing
*/
WITH dates AS (
    SELECT
        sitemap_id,
        sitemap_url,
        lastmod,
        lastmod_precision = 'day' AS is_day,
        CASE
            WHEN lastmod_precision = 'day' THEN NULL
            WHEN lastmod LIKE '%Z' THEN '+00:00'
            ELSE RIGHT(lastmod, 6)
        END AS zone
    FROM entries
    WHERE
        kind = 'url'
        AND lastmod_at IS NOT NULL
        AND lastmod_problem IS NULL
        AND lastmod_precision NOT IN ('year', 'month')
),

zones AS (
    SELECT
        sitemap_id,
        sitemap_url,
        lastmod,
        is_day,
        zone,
        TRY_CAST(CONCAT(LEFT(zone, 1), SUBSTRING(zone, 2, 2)) AS INTEGER) * 60
        + TRY_CAST(CONCAT(LEFT(zone, 1), RIGHT(zone, 2)) AS INTEGER) AS minutes
    FROM dates
),

files AS (
    SELECT
        sitemap_id,
        MIN(sitemap_url) AS sitemap_url,
        COUNT(zone) AS timed,
        COUNT(*) - COUNT(zone) AS days,
        MIN(CASE WHEN is_day THEN lastmod END) AS example,
        MAX(minutes) - MIN(minutes) AS apart,
        ARG_MIN(zone, minutes) AS first_zone,
        ARG_MAX(zone, minutes) AS last_zone
    FROM zones
    GROUP BY sitemap_id
)

SELECT
    sitemap_url,
    CASE
        WHEN timed > 0 AND days > 0
            THEN
                CONCAT(
                    FORMAT_NUMBER(timed, 0), CASE WHEN timed = 1 THEN ' date' ELSE ' dates' END,
                    ' with a time, ', FORMAT_NUMBER(days, 0), ' without: ', example
                )
        ELSE CONCAT('Time zones from ', first_zone, ' to ', last_zone)
    END AS observed,
    CASE WHEN timed > 0 AND days > 0 THEN 'One format' ELSE 'One time zone' END AS expected,
    'Set all dates from the same field, with time and time zone' AS fix,
    CASE WHEN timed > 0 AND days > 0 THEN 'precision' ELSE 'time-zone' END AS kind
FROM files
WHERE (timed > 0 AND days > 0) OR apart > 60

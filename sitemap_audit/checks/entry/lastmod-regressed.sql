/*
---
severity: warning
cause: has an older lastmod than before
confidence: high
basis: inferred
engines: [google, bing]
needs: [entries, previous]
over: compared_lastmods
unknown: "lastmod_change IS NULL"
parameters: {min_pages: 5, min_percent: 50}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping
since: 0.2.0
---
# lastmod older than in previous audit

## What it finds

The `<lastmod>` of a URL is more than a day older than in the same sitemap in the previous audit. If
this is so for at least `min_percent` (50) percent of the URLs of the sitemap that were compared,
and for at least `min_pages` (5), there is one finding for the sitemap. A date without a time is
compared with a date with a time in any time zone. Dates that were in the future are not compared.

## Why it matters

A page cannot have changed last at an earlier time than before, so one of the two dates is wrong.
Google uses `<lastmod>` only if it is consistently and verifiably accurate.

## How to fix it

Check whether an old copy of the sitemap is served, by a cache, a backup or another server behind a
load balancer. Check which field the generator writes. If the dates were wrong before and are
correct now, nothing is left to do: the next audit compares with the correct dates.

## Example

### One of two dates went back

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | 2025-06-01 | 3 |
| https://example.com/b | 2026-01-05 | 6 |

`previous_urls`

| url | lastmod |
|---|---|
| https://example.com/a | 2026-01-02 |
| https://example.com/b | 2026-01-02 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | 2025-06-01 | 2026-01-02 (previous audit) or later | Check which of the two dates is correct |
*/
WITH dates AS (
    SELECT
        compared_lastmods.url,
        compared_lastmods.sitemap_url,
        compared_lastmods.line,
        compared_lastmods.lastmod,
        compared_lastmods.previous_lastmod,
        files.regressed,
        files.compared
    FROM compared_lastmods
    INNER JOIN lastmod_trust AS files ON compared_lastmods.sitemap_url = files.sitemap_url
    WHERE compared_lastmods.verdict = 'regressed'
)

SELECT
    url,
    sitemap_url,
    line,
    lastmod AS observed,
    CONCAT(previous_lastmod, ' (previous audit) or later') AS expected,
    'Check which of the two dates is correct' AS fix
FROM dates
WHERE regressed < $min_pages OR 100 * regressed < $min_percent * compared
UNION ALL
SELECT
    CAST(NULL AS VARCHAR) AS url,
    sitemap_url,
    CAST(NULL AS BIGINT) AS line,
    CONCAT(
        'Older on ', FORMAT_NUMBER(regressed, 0), ' of ', FORMAT_NUMBER(compared, 0), ' URLs'
    ) AS observed,
    'The dates of the previous audit, or later ones' AS expected,
    'Check for an old copy of the sitemap, and which dates are correct' AS fix
FROM lastmod_trust
WHERE regressed >= $min_pages AND 100 * regressed >= $min_percent * compared

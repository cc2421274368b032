/*
---
severity: warning
cause: has an invalid <changefreq>
confidence: high
basis: documented
engines: [protocol, yandex]
known_as:
  Google Search Console: ["Invalid tag value"]
needs: [entries]
over: entries
when: "changefreq IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Invalid <changefreq> value

## What it finds

The `<changefreq>` of a URL is not one of `always`, `hourly`, `daily`, `weekly`, `monthly`, `yearly`
or `never`, in lower case.

## Why it matters

The sitemap protocol allows only these seven values. Search Console reports "Invalid tag value".
Google and Bing ignore `<changefreq>` even if it is valid.

## How to fix it

Correct the value in the sitemap generator, or turn `<changefreq>` off in its settings.

## Example

### A capital letter and an unknown value

`entries`

| loc | changefreq | line |
|---|---|---|
| https://example.com/a | Daily | 4 |
| https://example.com/b | sometimes | 8 |
| https://example.com/c | weekly | 12 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | Daily | always, hourly, daily, weekly, monthly, yearly or never | Use daily | https://example.com/sitemap.xml | replace | changefreq | Daily | daily |
| https://example.com/b | https://example.com/sitemap.xml | 8 | sometimes | always, hourly, daily, weekly, monthly, yearly or never | Remove <changefreq> | https://example.com/sitemap.xml | remove | changefreq | sometimes | |
*/
SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN changefreq_problem = 'empty' THEN 'Empty <changefreq>'
        ELSE changefreq
    END AS observed,
    'always, hourly, daily, weekly, monthly, yearly or never' AS expected,
    CASE
        WHEN
            LOWER(TRIM(changefreq)) IN (
                'always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'
            )
            THEN CONCAT('Use ', LOWER(TRIM(changefreq)))
        ELSE 'Remove <changefreq>'
    END AS fix,
    sitemap_url AS change_url,
    CASE
        WHEN
            LOWER(TRIM(changefreq)) IN (
                'always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'
            )
            THEN 'replace'
        ELSE 'remove'
    END AS action,
    'changefreq' AS place,
    changefreq AS "from",
    CASE
        WHEN
            LOWER(TRIM(changefreq)) IN (
                'always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'
            )
            THEN LOWER(TRIM(changefreq))
    END AS "to"
FROM entries
WHERE changefreq_problem IS NOT NULL

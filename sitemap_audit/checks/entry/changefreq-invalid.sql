/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, yandex]
aliases: [changefreq-invalid]
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
# changefreq with a value that does not exist

## What it finds

An entry whose `<changefreq>` is not one of `always`, `hourly`, `daily`, `weekly`, `monthly`,
`yearly`, `never`, in small letters.

## Why it matters

Search Console reports an invalid value. Google and Bing pay no heed to the element even where it is
right.

## How to fix it

Correct the value, or drop the element from all entries.

## Example

### A capital letter, and another word

`entries`

| loc | changefreq | line |
|---|---|---|
| https://example.com/a | Daily | 4 |
| https://example.com/b | sometimes | 8 |
| https://example.com/c | weekly | 12 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 4 | Daily | always, hourly, daily, weekly, monthly, yearly or never | https://example.com/sitemap.xml | replace | changefreq | Daily | daily |
| https://example.com/b | https://example.com/sitemap.xml | 8 | sometimes | always, hourly, daily, weekly, monthly, yearly or never | https://example.com/sitemap.xml | remove | changefreq | sometimes | |
*/
SELECT
    url,
    sitemap_url,
    line,
    changefreq AS observed,
    'always, hourly, daily, weekly, monthly, yearly or never' AS expected,
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

/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [sitemap-empty]
needs: [sitemaps]
over: sitemaps
when: "kind NOT IN ('html', 'empty', 'unknown') AND LOWER(url) NOT LIKE '%news%'"
unknown: "NOT complete AND entries = 0 AND children = 0"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that lists nothing

## What it finds

A sitemap or sitemap index that was read to its end and has no entry. Files with "news" in their
address are left out: they are empty whenever nothing was published for two days.

## Why it matters

Search Console reports an empty sitemap as an error. Mostly the generator found nothing to list, and
the pages that belong in the file are in none.

## How to fix it

Have the generator fill the file, or delete it and the line that names it.

## Example

### A file without entries

`sitemaps`

| url |
|---|
| https://example.com/sitemap.xml |
| https://example.com/news-sitemap.xml |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | 0 entries (urlset) | 1 entry or more |

### A file that could not be read to its end

`sitemaps`

| url | complete | stopped_by |
|---|---|---|
| https://example.com/sitemap.xml | false | xml |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT('0 entries (', kind, ')') AS observed,
    '1 entry or more' AS expected
FROM sitemaps
WHERE
    entries = 0
    AND children = 0
    AND complete
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND LOWER(url) NOT LIKE '%news%'

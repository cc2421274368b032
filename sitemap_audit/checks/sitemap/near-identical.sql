/*
---
severity: warning
cause: is nearly identical to another sitemap
confidence: high
basis: advisory
engines: [google, bing]
needs: [entries, sitemaps]
over: sitemaps
when: "entries >= $min_urls"
parameters: {min_urls: 10, min_percent: 95}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Near-identical sitemaps

## What it finds

Two sitemaps list nearly the same URLs: the URLs in both are at least 95% (`min_percent`) of the
URLs in either. The smaller one has at least 10 (`min_urls`) URLs. An image, video or news sitemap
or a feed next to the sitemap of the pages is allowed.

## Why it matters

Often two generators run, an old one and a new one. Their URLs and lastmod dates contradict each
other sooner or later, and Google and Bing crawl from outdated data.

## How to fix it

Remove one of the two sitemaps from robots.txt and from the sitemap index, and turn off its
generator or plugin.

## Example

### The same three URLs

`parameters`

| min_urls |
|---|
| 3 |

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.xml | https://example.com/p0 |
| https://example.com/a.xml | https://example.com/p1 |
| https://example.com/a.xml | https://example.com/p2 |
| https://example.com/b.xml | https://example.com/p0 |
| https://example.com/b.xml | https://example.com/p1 |
| https://example.com/b.xml | https://example.com/p2 |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | https://example.com/b.xml | 3 of 3 URLs are in both sitemaps | One sitemap | Remove one of the two sitemaps |

### Half of the URLs

`parameters`

| min_urls |
|---|
| 2 |

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.xml | https://example.com/p0 |
| https://example.com/a.xml | https://example.com/p1 |
| https://example.com/b.xml | https://example.com/p1 |
| https://example.com/b.xml | https://example.com/p2 |

finds:

nothing

### Too few URLs

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/a.xml | https://example.com/p0 |
| https://example.com/b.xml | https://example.com/p0 |

finds:

nothing
*/
WITH places AS (
    SELECT DISTINCT
        entries.sitemap_url,
        entries.url_key,
        sitemap_purposes.purpose
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    INNER JOIN sitemap_purposes ON entries.sitemap_url = sitemap_purposes.sitemap_url
    WHERE entries.kind = 'url' AND entries.url_key IS NOT NULL AND entries.news = 0
),

totals AS (
    SELECT
        sitemap_url,
        COUNT(*) AS urls
    FROM places
    GROUP BY sitemap_url
    HAVING COUNT(*) >= $min_urls
),

shared AS (
    SELECT
        one.sitemap_url,
        other.sitemap_url AS other_url,
        COUNT(*) AS urls
    FROM places AS one
    INNER JOIN listed ON one.url_key = listed.url_key
    INNER JOIN places AS other ON one.url_key = other.url_key AND one.purpose = other.purpose
    WHERE listed.sitemaps > 1 AND one.sitemap_url < other.sitemap_url
    GROUP BY one.sitemap_url, other.sitemap_url
),

pairs AS (
    SELECT
        shared.sitemap_url,
        shared.other_url,
        shared.urls,
        one.urls AS own_urls,
        other.urls AS other_urls
    FROM shared
    INNER JOIN totals AS one ON shared.sitemap_url = one.sitemap_url
    INNER JOIN totals AS other ON shared.other_url = other.sitemap_url
)

SELECT
    sitemap_url,
    other_url AS related_url,
    CONCAT(
        FORMAT_NUMBER(urls, 0), ' of ', FORMAT_NUMBER(own_urls, 0), ' URLs are in both sitemaps'
    ) AS observed,
    'One sitemap' AS expected,
    'Remove one of the two sitemaps' AS fix
FROM pairs
WHERE 100 * urls >= $min_percent * (own_urls + other_urls - urls)

/*
---
severity: warning
confidence: medium
basis: advisory
engines: [google, bing, yandex]
aliases: [loc-near-miss-duplicate]
needs: [entries]
over: listed
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Listed URLs that differ only by a slip

## What it finds

Two listed URLs that differ only in one of these: a slash at the end, upper and lower case, the name
of the index page (`/index.html`), the order of parameters, the Unicode form of a letter
(`%C3%BC` and `u%CC%88` are both ü), the percent-encoding of a character that needs none in a path
(`(` and `%28`). Each is reported with the one that comes first. URLs that differ in scheme or `www.`
alone are reported by `site/both-host-variants-listed`, escapes in upper and lower case (`%C3`, `%c3`)
by `entry/duplicate-in-file`: these are one URL.

## Why it matters

They are two URLs to a search engine and usually one page on the server. Each is crawled, and only
one is indexed.

## How to fix it

Decide on one spelling, list that one, and redirect the other to it. Have the generator write names of
files in the Unicode form NFC: macOS decomposes them. If they really are two pages, keep both.

## Example

### With and without the slash

`entries`

| loc | line |
|---|---|
| https://example.com/shoes | 3 |
| https://example.com/shoes/ | 6 |
| https://example.com/hats/ | 9 |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/shoes/ | https://example.com/sitemap.xml | https://example.com/shoes | 6 | https://example.com/shoes/ and https://example.com/shoes | one of them |

### Two Unicode forms of a letter

`entries`

| loc | line |
|---|---|
| https://example.com/m%C3%BCsli | 3 |
| https://example.com/mu%CC%88sli | 6 |
| https://example.com/musli | 9 |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/mu%CC%88sli | https://example.com/sitemap.xml | https://example.com/m%C3%BCsli | 6 | https://example.com/mu%CC%88sli and https://example.com/m%C3%BCsli | one of them |

### Only the scheme differs

`entries`

| loc |
|---|
| http://example.com/shoes |
| https://example.com/shoes |

finds:

nothing
*/
WITH groups AS (
    SELECT
        url,
        sitemap_url,
        line,
        REGEXP_REPLACE(url, '^https?://(www[.])?', '') AS rest,
        MIN(url) OVER (PARTITION BY url_near_key) AS first_url
    FROM listed
)

SELECT
    url,
    sitemap_url,
    first_url AS related_url,
    line,
    CONCAT(url, ' and ', first_url) AS observed,
    'one of them' AS expected
FROM groups
WHERE rest <> REGEXP_REPLACE(first_url, '^https?://(www[.])?', '')

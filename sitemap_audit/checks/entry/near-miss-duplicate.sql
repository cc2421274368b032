/*
---
severity: warning
cause: has a URL that another entry lists in another spelling
confidence: medium
basis: advisory
engines: [google, bing, yandex]
needs: [entries]
over: listed
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Duplicate URL variants in sitemap

## What it finds

Two listed URLs differ only in one or more of these: a trailing slash, upper and lower case, the
index page (`/index.html`), the order of parameters, the Unicode form of a letter (`%C3%BC` and
`u%CC%88` are both ü), the percent-encoding of a character that does not need it in a path (`(` and
`%28`). Each variant is reported with the one that sorts first. URLs that differ only by scheme or
`www.` are reported by `site/both-host-variants-listed`, `%C3` and `%c3` by
`entry/duplicate-in-file`.

## Why it matters

Search engines treat the variants as different URLs, but the server usually returns the same page.
They crawl each variant and index one of them as canonical.

## How to fix it

Choose one variant, list only that one in the sitemap generator, and redirect the other to it (301)
on the server. Have the generator write file names in the Unicode form NFC, because macOS decomposes
them. Keep both URLs if they are different pages.

## Example

### With and without the trailing slash

`entries`

| loc | line |
|---|---|
| https://example.com/shoes | 3 |
| https://example.com/shoes/ | 6 |
| https://example.com/hats/ | 9 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/shoes/ | https://example.com/sitemap.xml | https://example.com/shoes | 6 | Variant of https://example.com/shoes | One variant listed | List one of the two URLs, and redirect the other to it |

### Two Unicode forms of a letter

`entries`

| loc | line |
|---|---|
| https://example.com/m%C3%BCsli | 3 |
| https://example.com/mu%CC%88sli | 6 |
| https://example.com/musli | 9 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/mu%CC%88sli | https://example.com/sitemap.xml | https://example.com/m%C3%BCsli | 6 | Variant of https://example.com/m%C3%BCsli | One variant listed | List one of the two URLs, and redirect the other to it |

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
    CONCAT('Variant of ', first_url) AS observed,
    'One variant listed' AS expected,
    'List one of the two URLs, and redirect the other to it' AS fix
FROM groups
WHERE rest <> REGEXP_REPLACE(first_url, '^https?://(www[.])?', '')

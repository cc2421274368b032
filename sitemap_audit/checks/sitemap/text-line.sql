/*
---
severity: error
cause: has an invalid line
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind = 'text'"
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Invalid line in text sitemap

## What it finds

A line of a text sitemap is not exactly one absolute URL: a heading, a comment, table columns, two
URLs, or a URL without `https://`. Empty lines are allowed.

## Why it matters

The sitemap protocol allows one URL per line and nothing else. Search engines ignore the line, and
Search Console reports an invalid URL.

## How to fix it

List one absolute URL per line in the export script or generator. For lastmod, hreflang or images,
use an XML sitemap.

## Example

### One file with the fault, one without

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | text |
| https://example.com/b.xml | text |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | text-line | 5 | Not one absolute URL | url;title;date | One absolute URL per line |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Not one absolute URL: url;title;date | One absolute URL per line | Remove the line | https://example.com/a.xml | remove | rule | url;title;date |

### Two URLs with a comma

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | text |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | text-line | 2 | Not one absolute URL | https://example.com/1,https://example.com/2 | One absolute URL per line |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c.xml | 2 | Not one absolute URL: https://example.com/1,https://example.com/2 | One absolute URL per line | List one absolute URL per line |

### URLs without scheme

`sitemaps`

| url | kind |
|---|---|
| https://www.example.com/c.txt | text |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://www.example.com/c.txt | text-line | 1 | Not one absolute URL | www.example.com/a | One absolute URL per line |
| https://www.example.com/c.txt | text-line | 2 | Not one absolute URL | Example.com | One absolute URL per line |
| https://www.example.com/c.txt | text-line | 3 | Not one absolute URL | other.example/a | One absolute URL per line |
| https://www.example.com/c.txt | text-line | 4 | Not one absolute URL | example.com/a;2026-01-15 | One absolute URL per line |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://www.example.com/c.txt | 1 | Not one absolute URL: www.example.com/a | One absolute URL per line | Replace with https://www.example.com/a | https://www.example.com/c.txt | replace | rule | www.example.com/a | https://www.example.com/a |
| https://www.example.com/c.txt | 2 | Not one absolute URL: Example.com | One absolute URL per line | Replace with https://Example.com | https://www.example.com/c.txt | replace | rule | Example.com | https://Example.com |
| https://www.example.com/c.txt | 3 | Not one absolute URL: other.example/a | One absolute URL per line | Remove the line | https://www.example.com/c.txt | remove | rule | other.example/a | |
| https://www.example.com/c.txt | 4 | Not one absolute URL: example.com/a;2026-01-15 | One absolute URL per line | Remove the line | https://www.example.com/c.txt | remove | rule | example.com/a;2026-01-15 | |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | text-line | Not one absolute URL |

finds:

nothing
*/
WITH faults AS (
    SELECT
        sitemap_url,
        line,
        observed,
        excerpt,
        written,
        expected,
        -- The sitemap's own host without a scheme.
        CASE
            WHEN
                NOT REGEXP_MATCHES(written, '[\s,;|]')
                AND REGEXP_REPLACE(LOWER(SPLIT_PART(written, '/', 1)), '^www\.', '')
                = REGEXP_REPLACE(LOWER(SPLIT_PART(sitemap_url, '/', 3)), '^www\.', '')
                THEN CONCAT(SPLIT_PART(sitemap_url, '://', 1), '://', written)
        END AS repaired
    FROM file_faults
    WHERE code = 'text-line'
)

SELECT
    sitemap_url,
    line,
    observed,
    expected,
    CASE
        WHEN repaired IS NOT NULL THEN CONCAT('Replace with ', repaired)
        WHEN excerpt LIKE '%:/%' THEN 'List one absolute URL per line'
        ELSE 'Remove the line'
    END AS fix,
    CASE WHEN excerpt NOT LIKE '%:/%' THEN sitemap_url END AS change_url,
    CASE WHEN repaired IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'rule' AS place,
    written AS "from",
    repaired AS "to"
FROM faults

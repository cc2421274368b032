/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [robots-no-sitemap-line]
known_as:
  ContentKing: ["robots.txt: sitemap reference present"]
  Semrush: ["Sitemap.xml not indicated in robots.txt"]
needs: [robots, sitemaps, entries]
over: robots
when: >-
  status = 200 AND NOT is_html AND origin IN (SELECT CONCAT(SPLIT_PART(found.url, '/', 1), '//',
  SPLIT_PART(found.url, '/', 3)) FROM sitemaps AS found WHERE found.kind IN ('urlset',
  'sitemapindex', 'text') AND found.found_by NOT IN ('index', 'redirect') AND NOT (found.kind =
  'text' AND found.found_by = 'given'))
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# robots.txt names no sitemap

## What it finds

A `/robots.txt` without any `Sitemap:` line, on a host where there is a sitemap: it was given to the
audit, or found at one of the usual addresses or through a link. One that lies
here, lists pages of another host and is named there is as it should be. A list of URLs that was given, from
a file or an address, is not meant: it is what to audit, and no sitemap of the site.

## Why it matters

The line is how every search engine finds the sitemaps by itself. Without it each must be told by
hand, or guesses.

## How to fix it

Add a line with the full address of each sitemap, or of the sitemap index: `Sitemap:
https://www.example.com/sitemap.xml`. It may stand anywhere in the file.

## Example

### A sitemap that is there and not named

`robots`

| origin | sitemaps |
|---|---|
| https://example.com | 0 |

`sitemaps`

| url | found_by |
|---|---|
| https://example.com/sitemap_index.xml | guess |

finds:

| url | sitemap_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/sitemap_index.xml | no Sitemap line | Sitemap: https://example.com/sitemap_index.xml | https://example.com/robots.txt | add | sitemap | https://example.com/sitemap_index.xml |

### A page at the usual address is no sitemap

`robots`

| origin | sitemaps |
|---|---|
| https://example.com | 0 |

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/sitemap.xml | guess | html |

finds:

nothing
*/
WITH found AS (
    SELECT
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        MIN(url) AS url
    FROM sitemaps
    WHERE
        kind IN ('urlset', 'sitemapindex', 'text')
        AND found_by NOT IN ('index', 'redirect')
        -- The robots.txt of another host names it, and its pages are there.
        AND (
            found_by <> 'robots'
            OR url IN (
                SELECT own.sitemap_url FROM listed AS own
                WHERE SPLIT_PART(own.url, '/', 3) = SPLIT_PART(own.sitemap_url, '/', 3)
            )
        )
        -- A list of URLs that was given is no sitemap that the site has.
        AND NOT (kind = 'text' AND found_by = 'given')
    GROUP BY origin
)

SELECT
    robots.url,
    found.url AS sitemap_url,
    'no Sitemap line' AS observed,
    CONCAT('Sitemap: ', found.url) AS expected,
    robots.url AS change_url,
    'add' AS action,
    'sitemap' AS place,
    found.url AS "to"
FROM robots
INNER JOIN found ON robots.origin = found.origin
WHERE robots.status = 200 AND robots.sitemaps = 0 AND NOT robots.is_html

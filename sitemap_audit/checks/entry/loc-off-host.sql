/*
---
severity: error
keeps_out: pages
cause: has a URL on another host, which does not authorize this sitemap
confidence: medium
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap includes URLs out of its scope"]
  Google Search Console: ["URL not allowed"]
  Yandex: ["Incorrect URL (doesn't match the Sitemap file location)"]
  squirrelscan: ["sitemap-domain"]
needs: [entries, robots, robots_lines, sitemaps]
over: off_host_entries
when: "NOT is_staging AND NOT is_same_name"
unknown: "has_proof IS NULL"
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.sitemaps.org/protocol.html#sitemaps_cross_submits
since: 0.1.0
---
# Cross-host URL without authorization

## What it finds

A listed URL is on another host than its sitemap, and the robots.txt of that host names neither this
sitemap nor an index that lists it. Nothing is reported if that robots.txt was not fetched. Hosts
that differ only by `www.`, the port or a trailing dot are reported by `entry/loc-wrong-www`,
`entry/loc-other-port` and `entry/host-trailing-dot`. Google also accepts the URL if both hosts are
verified in Search Console, which an audit cannot see.

## Why it matters

The sitemap protocol allows URLs of the sitemap's own host only, unless the robots.txt of the other
host names the sitemap (cross-submission). Search engines ignore other URLs. Search Console reports
"URL not allowed".

## How to fix it

Add a `Sitemap:` line with this sitemap to the robots.txt of the other host, or move the URLs to a
sitemap on that host.

## Example

### Two other hosts; the robots.txt of one names the sitemap

`robots`

| origin |
|---|
| https://shop.example.com |
| https://blog.example.com |

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://blog.example.com | 1 | sitemap | https://example.com/sitemap.xml |

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://shop.example.com/a | 6 |
| https://blog.example.com/b | 9 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://shop.example.com/a | https://example.com/sitemap.xml | https://shop.example.com/robots.txt | 6 | shop.example.com | example.com, or a Sitemap line in https://shop.example.com/robots.txt | Add "Sitemap: https://example.com/sitemap.xml" to https://shop.example.com/robots.txt | https://shop.example.com/robots.txt | add | sitemap | https://example.com/sitemap.xml |

### The other host's robots.txt was not fetched, or names the index

`robots`

| origin |
|---|
| https://blog.example.com |

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://blog.example.com | 1 | sitemap | https://example.com/index.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/all.xml |
| https://example.com/all.xml | url | https://blog.example.com/b |
| https://example.com/all.xml | url | https://shop.example.com/a |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    CONCAT(origin, '/robots.txt') AS related_url,
    line,
    SPLIT_PART(url, '/', 3) AS observed,
    CONCAT(
        SPLIT_PART(sitemap_url, '/', 3), ', or a Sitemap line in ', origin, '/robots.txt'
    ) AS expected,
    CONCAT('Add "Sitemap: ', sitemap_url, '" to ', origin, '/robots.txt') AS fix,
    CONCAT(origin, '/robots.txt') AS change_url,
    'add' AS action,
    'sitemap' AS place,
    sitemap_url AS "to"
FROM off_host_entries
WHERE has_proof = FALSE AND NOT is_staging AND NOT is_same_name

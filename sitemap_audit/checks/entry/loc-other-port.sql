/*
---
severity: warning
cause: has another port than the sitemap
confidence: medium
basis: documented
engines: [protocol, google, bing, yandex]
needs: [entries, pages, robots, robots_lines, sitemaps]
over: host_variants
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://www.sitemaps.org/protocol.html#sitemaps_cross_submits
since: 0.2.0
---
# URL on another port than the sitemap

## What it finds

A listed URL is on the host of its sitemap but on another port (`https://example.com:8443/tea`). The
robots.txt of that port names neither the sitemap nor an index that lists it.

## Why it matters

Another port is another origin. The sitemap protocol allows URLs of the sitemap's own host and port
only, so search engines ignore the URL. The usual cause is a generator that runs on the application
server behind a proxy and writes its internal port.

## How to fix it

Set the public base URL, without the port, in the settings of the CMS or sitemap generator.

## Example

### The port of the application server; the URL without it is listed, or was not fetched

`entries`

| loc | line |
|---|---|
| https://example.com:8443/tea | 3 |
| https://example.com/tea | 6 |
| http://example.com:8080/coffee | 9 |
| http://example.com/milk | 12 |

`pages`

| url |
|---|
| https://example.com/tea |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com:8443/tea | https://example.com/sitemap.xml | 3 | example.com:8443 | https://example.com/tea | Remove from the sitemap; https://example.com/tea is listed | https://example.com/sitemap.xml | remove | loc | https://example.com:8443/tea |
| http://example.com:8080/coffee | https://example.com/sitemap.xml | 9 | example.com:8080 | https://example.com/coffee | Replace with https://example.com/coffee if it returns 200 | | | | |

### The robots.txt of the port names the sitemap

`robots`

| origin |
|---|
| https://example.com:8443 |

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com:8443 | 1 | sitemap | https://example.com/sitemap.xml |

`entries`

| loc |
|---|
| https://example.com:8443/tea |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    host AS observed,
    plain AS expected,
    fix,
    CASE WHEN "action" IS NOT NULL THEN sitemap_url END AS change_url,
    "action",
    'loc' AS place,
    url AS "from",
    CASE WHEN "action" = 'replace' THEN plain END AS "to"
FROM host_variants
WHERE kind = 'port' AND NOT COALESCE(has_proof, FALSE)

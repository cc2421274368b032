/*
---
severity: warning
cause: has a dot after the host name
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [entries, pages, sitemaps]
over: host_variants
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-3.2.2
since: 0.2.0
---
# Trailing dot after the host name

## What it finds

The host of a listed URL ends in a dot (`https://example.com./tea`), and its sitemap is on the same
host without the dot.

## Why it matters

DNS resolves both names to the same host, but search engines see two URLs of one page. The sitemap
protocol allows only URLs of the sitemap's own host. Many servers and TLS certificates do not accept
the name with the dot.

## How to fix it

Remove the dot from the base URL in the settings of the CMS or sitemap generator. Redirect the host
with the dot to the host without it on the server.

## Example

### The URL without the dot is listed, returns 200, or was not fetched

`entries`

| loc | line |
|---|---|
| https://example.com./tea | 3 |
| https://example.com/tea | 6 |
| https://example.com./coffee | 9 |
| https://example.com./milk | 12 |
| https://example.com./water | 15 |
| https://example.com/water | 18 |

`pages`

| url | role | status |
|---|---|---|
| https://example.com/tea | listed | 200 |
| https://example.com/milk | redirect | 200 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com./tea | https://example.com/sitemap.xml | 3 | example.com. | https://example.com/tea | Remove from the sitemap; https://example.com/tea is listed | https://example.com/sitemap.xml | remove | loc | https://example.com./tea | |
| https://example.com./coffee | https://example.com/sitemap.xml | 9 | example.com. | https://example.com/coffee | Replace with https://example.com/coffee if it returns 200 | | | | | |
| https://example.com./milk | https://example.com/sitemap.xml | 12 | example.com. | https://example.com/milk | Replace with https://example.com/milk | https://example.com/sitemap.xml | replace | loc | https://example.com./milk | https://example.com/milk |
| https://example.com./water | https://example.com/sitemap.xml | 15 | example.com. | https://example.com/water | Remove from the sitemap if https://example.com/water, also listed, returns 200 | | | | | |
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
WHERE kind = 'trailing-dot'

/*
---
severity: warning
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
# Listed URL has a dot after its host

## What it finds

A listed URL whose host ends in a dot (`https://example.com./tea`) in a sitemap of the same host
without the dot.

## Why it matters

The name means the same host to DNS, but it is another URL to a search engine: the page is there
twice. A sitemap may list URLs of its own host only, and many servers and certificates do not know the
name with the dot.

## How to fix it

Remove the dot from the base URL in the settings of the generator. Redirect the host with the dot to
the one without.

## Example

### With the dot; without it the page is listed and returns 200, or is not known

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
| https://example.com./tea | https://example.com/sitemap.xml | 3 | example.com. | https://example.com/tea | Remove from the sitemap: https://example.com/tea is listed | https://example.com/sitemap.xml | remove | loc | https://example.com./tea | |
| https://example.com./coffee | https://example.com/sitemap.xml | 9 | example.com. | https://example.com/coffee | If https://example.com/coffee returns 200, list it instead | | | | | |
| https://example.com./milk | https://example.com/sitemap.xml | 12 | example.com. | https://example.com/milk | List https://example.com/milk instead | https://example.com/sitemap.xml | replace | loc | https://example.com./milk | https://example.com/milk |
| https://example.com./water | https://example.com/sitemap.xml | 15 | example.com. | https://example.com/water | If https://example.com/water returns 200, remove this entry: https://example.com/water is listed | | | | | |
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

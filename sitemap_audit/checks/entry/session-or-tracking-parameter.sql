/*
---
severity: warning
confidence: medium
basis: documented
engines: [google, bing]
aliases: [loc-session-or-tracking]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Address with a session or campaign parameter

## What it finds

A listed address with a parameter that names a visit (`jsessionid`, `PHPSESSID`, `sid`) or a
campaign (`utm_source`, `gclid`, `fbclid`, `_ga`), in the query or behind a semicolon in the path.

## Why it matters

The same page stands under any number of such addresses. Search engines crawl each, and visits from
search are counted for the campaign.

## How to fix it

List the address without the parameter. Mostly the generator took it from a log or from a crawl with
a session.

## Example

### A campaign, and a session in the path

`entries`

| loc | line |
|---|---|
| https://example.com/a?utm_source=mail | 3 |
| https://example.com/b;jsessionid=1F | 6 |
| https://example.com/c?page=2&side=north | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/a?utm_source=mail | https://example.com/sitemap.xml | 3 | utm_source | an address without it |
| https://example.com/b;jsessionid=1F | https://example.com/sitemap.xml | 6 | jsessionid | an address without it |
*/
WITH parameters AS (
    SELECT
        url,
        sitemap_url,
        line,
        REGEXP_EXTRACT(
            LOWER(url),
            '[?&;](jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken|utm_[a-z]+'
            || '|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_eid|_ga|_gl)=',
            1
        ) AS name
    FROM entries
    WHERE url IS NOT NULL AND kind = 'url'
)

SELECT
    url,
    sitemap_url,
    line,
    name AS observed,
    'an address without it' AS expected
FROM parameters
WHERE name <> ''

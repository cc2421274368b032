/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, yandex]
aliases: [loc-http-on-https-site]
needs: [entries]
over: entries
when: "url IS NOT NULL AND LEFT(sitemap_url, 8) = 'https://'"
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Entry with http in a sitemap that is served over https

## What it finds

An entry whose address starts with `http://`, on the host of its sitemap, with or without `www.`,
while the sitemap itself was fetched over https.

## Why it matters

An http and an https address are two. The site speaks https, so the listed one redirects or is a
duplicate, and search engines must guess which one is meant.

## How to fix it

Set the site's address in the generator to `https://`.

## Example

### The generator still writes http

`entries`

| sitemap_url | loc | line |
|---|---|---|
| https://example.com/sitemap.xml | http://example.com/a | 3 |
| https://example.com/sitemap.xml | https://example.com/b | 6 |
| http://old.example.com/sitemap.xml | http://old.example.com/c | 3 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| http://example.com/a | https://example.com/sitemap.xml | 3 | http://example.com/a | https://example.com/a | https://example.com/a |
*/
SELECT
    url,
    sitemap_url,
    line,
    url AS observed,
    CONCAT('https', SUBSTR(url, 5)) AS expected,
    CONCAT('https', SUBSTR(url, 5)) AS fix
FROM entries
WHERE
    LEFT(url, 7) = 'http://'
    AND LEFT(sitemap_url, 8) = 'https://'
    AND REGEXP_REPLACE(SPLIT_PART(SPLIT_PART(url, '/', 3), ':', 1), '^www[.]', '')
    = REGEXP_REPLACE(SPLIT_PART(SPLIT_PART(sitemap_url, '/', 3), ':', 1), '^www[.]', '')

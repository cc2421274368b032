/*
---
severity: error
cause: has an HTTP URL, but the site uses HTTPS
confidence: high
basis: documented
engines: [protocol, google, yandex]
known_as:
  Semrush: ["HTTP URLs in sitemap.xml for HTTPS site"]
needs: [entries, pages]
over: entries
when: "url IS NOT NULL"
unknown: >-
  LEFT(sitemap_url, 7) = 'http://' AND LEFT(url, 7) = 'http://' AND CONCAT('http://',
  SPLIT_PART(url, '/', 3), '/') NOT IN (SELECT homes.url FROM pages AS homes)
follows: [redirect/listed-url-redirects, canonical/canonicalized]
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# HTTP URL in sitemap of HTTPS site

## What it finds

A listed URL starts with `http://` and is on the host of its sitemap, with or without `www.`. The
sitemap was fetched over https, or the homepage redirects to https.

## Why it matters

The HTTP and the HTTPS URL are two URLs. On an HTTPS site the HTTP URL redirects or is a duplicate.
The sitemap protocol and Yandex require that listed URLs use the protocol of the sitemap. Google
prefers the HTTPS URL as canonical.

## How to fix it

Set the site URL to `https://` in the CMS (WordPress: Settings, General) or in the sitemap
generator.

## Example

### HTTP URLs in a sitemap on https

`entries`

| sitemap_url | loc | line |
|---|---|---|
| https://example.com/sitemap.xml | http://example.com/a | 3 |
| https://example.com/sitemap.xml | https://example.com/b | 6 |
| http://old.example.com/sitemap.xml | http://old.example.com/c | 3 |

`pages`

| url |
|---|
| https://example.com/a |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| http://example.com/a | https://example.com/sitemap.xml | 3 | http://example.com/a | https://example.com/a | Replace with https://example.com/a | https://example.com/sitemap.xml | replace | loc | http://example.com/a | https://example.com/a |
### The sitemap is on http, and the homepage redirects to https

`entries`

| sitemap_url | loc | line |
|---|---|---|
| http://example.com/sitemap.xml | http://example.com/a | 3 |
| http://example.net/sitemap.xml | http://example.net/a | 3 |

`pages`

| url | role | status | location |
|---|---|---|---|
| http://example.com/ | home | 301 | https://www.example.com/ |
| http://example.net/ | home | 301 | https://elsewhere.example/ |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| http://example.com/a | http://example.com/sitemap.xml | 3 | http://example.com/a | https://example.com/a | Replace with https://example.com/a if it returns 200 |
*/
WITH secure_hosts AS (
    SELECT DISTINCT REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', '') AS host
    FROM pages
    WHERE
        url = CONCAT('http://', SPLIT_PART(url, '/', 3), '/')
        AND redirect_url LIKE 'https://%'
        AND REGEXP_REPLACE(SPLIT_PART(redirect_url, '/', 3), '^www[.]', '')
        = REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', '')
),

plain AS (
    SELECT
        url,
        loc,
        sitemap_url,
        line,
        REGEXP_REPLACE(SPLIT_PART(SPLIT_PART(url, '/', 3), ':', 1), '^www[.]', '') AS host,
        REGEXP_REPLACE(
            SPLIT_PART(SPLIT_PART(sitemap_url, '/', 3), ':', 1), '^www[.]', ''
        ) AS sitemap_host
    FROM entries
    WHERE LEFT(url, 7) = 'http://'
)

SELECT
    plain.url,
    plain.sitemap_url,
    plain.line,
    plain.url AS observed,
    CONCAT('https', SUBSTR(plain.url, 5)) AS expected,
    COALESCE(
        page.fix, CONCAT('Replace with https', SUBSTR(plain.url, 5), ' if it returns 200')
    ) AS fix,
    CASE WHEN page.action IS NOT NULL THEN plain.sitemap_url END AS change_url,
    page.action,
    'loc' AS place,
    plain.loc AS "from",
    page.wanted AS "to"
FROM plain
LEFT JOIN meant_urls AS page ON CONCAT('https', SUBSTR(plain.url, 5)) = page.url
WHERE
    plain.host = plain.sitemap_host
    AND (
        LEFT(plain.sitemap_url, 8) = 'https://'
        OR REGEXP_REPLACE(SPLIT_PART(plain.url, '/', 3), '^www[.]', '') IN (
            SELECT secure_hosts.host FROM secure_hosts
        )
    )

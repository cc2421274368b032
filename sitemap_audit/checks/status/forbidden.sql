/*
---
severity: error
keeps_out: pages
cause: refuses access
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["4XX page in sitemap"]
  Google Search Console:
    - "Page indexing: Unauthorized (401)"
    - "Page indexing: Forbidden (403)"
    - "Submitted URL returns unauthorized request (401)"
    - "Submitted URL returned 403"
  Screaming Frog: ["Response Codes: Internal Client Error (4XX)"]
  Sitebulb: ["XML Sitemaps: Forbidden (403) URL"]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# URL in sitemap refuses access (401, 403)

## What it finds

A URL in a sitemap that returns 401 (Unauthorized), 403 (Forbidden) or a status code that means the
same: 405, 406, 423, 451, 440 (login timed out), 495, 496 (client certificate), 498, 499 (token). The
host allows most other requests. If most responses of a host are of this kind, `site/bot-protection`
reports the host instead. Status codes that are only about the audit's request (402, 407, 418, 430
and others) are not checked.

## Why it matters

Google treats 4xx, apart from 429, like 404: it does not index the URL, and removes it if it was indexed.
Bing cannot read the content either.

## How to fix it

Allow everybody to read the page, or remove the URL in the sitemap generator. If only crawlers get
the error, check the rules of the firewall, the CDN and the security plugin (such as Wordfence).
451 often depends on the country.

## Example

### 401 and 403

`entries`

| loc |
|---|
| https://example.com/members |
| https://example.com/secret |
| https://example.com/open |

`pages`

| url | status |
|---|---|
| https://example.com/members | 401 |
| https://example.com/secret | 403 |
| https://example.com/open | 200 |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/members | https://example.com/sitemap.xml | Returns 401 | 200 | Allow access without login, or remove from the sitemap |
| https://example.com/secret | https://example.com/sitemap.xml | Returns 403 | 200 | Allow crawlers in the firewall or CDN, or remove from the sitemap |

### Bot protection blocks the whole host

`entries`

| loc |
|---|
| https://example.com/1 |
| https://example.com/2 |
| https://example.com/3 |
| https://example.com/4 |
| https://example.com/5 |
| https://example.com/6 |
| https://example.com/7 |
| https://example.com/8 |
| https://example.com/9 |
| https://example.com/10 |

`pages`

| url | status |
|---|---|
| https://example.com/1 | 403 |
| https://example.com/2 | 403 |
| https://example.com/3 | 403 |
| https://example.com/4 | 403 |
| https://example.com/5 | 403 |
| https://example.com/6 | 403 |
| https://example.com/7 | 403 |
| https://example.com/8 | 403 |
| https://example.com/9 | 403 |
| https://example.com/10 | 403 |

finds:

nothing

### Bot challenge

`entries`

| loc |
|---|
| https://example.com/shop |

`pages`

| url | status | challenge |
|---|---|---|
| https://example.com/shop | 403 | cf-mitigated |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    CONCAT('Returns ', page.status) AS observed,
    '200' AS expected,
    CASE code.meaning
        WHEN 'login' THEN 'Allow access without login, or remove from the sitemap'
        ELSE 'Allow crawlers in the firewall or CDN, or remove from the sitemap'
    END AS fix
FROM listed_pages AS page
INNER JOIN status_codes AS code ON page.status = code.status
WHERE page.state = 'client-error' AND code.meaning IN ('login', 'forbidden')

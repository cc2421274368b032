/*
---
severity: warning
keeps_out: pages
cause: is refused to the audit
confidence: medium
basis: inferred
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap is not accessible"]
  Google Search Console: ["Couldn't fetch", "HTTP error [code]"]
  Yandex: ["HTTP error"]
needs: [sitemaps]
over: sitemap_states
when: "is_promised"
unknown: "state IN ('unreachable', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap refused to the audit (403, 429)

## What it finds

A sitemap listed in robots.txt, in a sitemap index, by a page or by the user returns a status code
that may apply to this audit only: 402, 403, 405, 406, 418, 429, 430, 451, 999 and others. The audit
cannot see whether search engines get the same response.

## Why it matters

Bot protection often covers the whole host. Search engines then cannot fetch the sitemap either, and
Search Console reports "Couldn't fetch". The URLs in such a sitemap are not checked.

## How to fix it

Exempt the sitemaps and robots.txt from bot protection (Cloudflare, WAF, rate limit) on the server
or CDN. Check in the server log that Googlebot, Bingbot and YandexBot get 200. Then audit again, if
necessary with a user agent that is allowed.

## Example

### A sitemap behind a firewall

`sitemaps`

| url | status |
|---|---|
| https://example.com/sitemap.xml | 403 |
| https://example.com/news.xml | 404 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | Returns 403 | 200 | Allow search engine crawlers in the bot protection |

### A rate limit, a sitemap in an index, pay per crawl

`sitemaps`

| url | found_by | status |
|---|---|---|
| https://example.com/a.xml | robots | 429 |
| https://example.com/b.xml | index | 406 |
| https://example.com/c.xml | robots | 402 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | Returns 429 | 200 | Allow search engine crawlers in the bot protection |
| https://example.com/b.xml | Returns 406 | 200 | Allow search engine crawlers in the bot protection |
| https://example.com/c.xml | Returns 402 | 200 | Allow search engine crawlers in the bot protection |

### A guessed URL that nothing references

`sitemaps`

| url | found_by | status |
|---|---|---|
| https://example.com/sitemap.xml | guess | 403 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT('Returns ', status) AS observed,
    '200' AS expected,
    'Allow search engine crawlers in the bot protection' AS fix
FROM sitemap_states
WHERE is_promised AND state = 'refused'

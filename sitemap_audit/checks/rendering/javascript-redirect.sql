/*
---
severity: notice
cause: redirects by JavaScript
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Response Codes: Internal Redirection (JavaScript)"]
needs: [entries, pages, renders]
over: rendered_pages
when: "TRUE"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# JavaScript redirect in sitemap

## What it finds

A page in the sitemap that returns content, and whose JavaScript redirects to another URL on load,
or changes the URL in the address bar to another one (History API). URLs that differ only in their
fragment are ignored. Meta refreshes are reported by `redirect/meta-refresh`.

## Why it matters

Google follows a JavaScript redirect only after rendering, and recommends one only where no
server-side redirect is possible. Crawlers that do not run JavaScript index the old page.

## How to fix it

Redirect on the server with 301 or 308 instead of in JavaScript, and list the target URL in the
sitemap.

## Example

### Redirect on load, URL changed in the address bar

`entries`

| loc |
|---|
| https://example.com/old |
| https://example.com/route |
| https://example.com/plain |

`pages`

| url | role |
|---|---|
| https://example.com/old | listed |
| https://example.com/route | listed |
| https://example.com/plain | listed |
| https://example.com/new | canonical |
| https://example.com/en/route | alternate |

`renders`

| url | redirect_url | address |
|---|---|---|
| https://example.com/old | https://example.com/new | |
| https://example.com/route | | https://example.com/en/route |
| https://example.com/plain | | https://example.com/plain |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/new | Redirects to https://example.com/new (JavaScript) | No JavaScript redirect | Replace with https://example.com/new | https://example.com/sitemap.xml | replace | loc | https://example.com/old | https://example.com/new |
| https://example.com/route | https://example.com/sitemap.xml | https://example.com/en/route | Changes the URL to https://example.com/en/route (JavaScript) | No JavaScript redirect | Replace with https://example.com/en/route | https://example.com/sitemap.xml | replace | loc | https://example.com/route | https://example.com/en/route |

### Meta refresh, page not rendered

`entries`

| loc |
|---|
| https://example.com/refresh |
| https://example.com/failed |

`pages`

| url | refresh | refresh_source | refresh_url |
|---|---|---|---|
| https://example.com/refresh | 0; url=/new | meta | https://example.com/new |

`renders`

| url | redirect_url | problem |
|---|---|---|
| https://example.com/refresh | https://example.com/new | |
| https://example.com/failed | | browser-lost |

finds:

nothing
*/
WITH led AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        line,
        COALESCE(redirect_url, address) AS target,
        COALESCE(redirect_key, address_key) AS target_key,
        CASE
            WHEN redirect_url IS NULL THEN 'Changes the URL to '
            ELSE 'Redirects to '
        END AS how
    FROM rendered_pages
    WHERE is_known AND NOT COALESCE(redirect_key = refresh_key, FALSE)
)

SELECT
    led.url,
    led.sitemap_url,
    led.target AS related_url,
    led.line,
    CONCAT(led.how, led.target, ' (JavaScript)') AS observed,
    'No JavaScript redirect' AS expected,
    COALESCE(replacements.fix, 'Return 301 or 308 instead of the JavaScript redirect') AS fix,
    CASE WHEN replacements.action IS NOT NULL THEN led.sitemap_url END AS change_url,
    replacements.action,
    'loc' AS place,
    listed.loc AS "from",
    replacements.wanted AS "to"
FROM led
INNER JOIN listed ON led.url_key = listed.url_key
LEFT JOIN replacements
    ON led.url_key = replacements.url_key AND led.target_key = replacements.target_key
WHERE led.target_key <> led.url_key

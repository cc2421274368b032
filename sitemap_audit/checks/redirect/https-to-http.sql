/*
---
severity: error
cause: redirects from HTTPS to HTTP
confidence: high
basis: inferred
engines: [google, bing]
known_as:
  Ahrefs: ["HTTPS to HTTP redirect"]
needs: [entries, pages]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.1.0
---
# HTTPS to HTTP redirect

## What it finds

A listed URL with a redirect from an https URL to an http URL anywhere in its chain, even if the
final URL is https again.

## Why it matters

The http request is not encrypted and can be read and changed. Google prefers https URLs as
canonical; a redirect to http contradicts that, and an extra hop costs crawl budget.

## How to fix it

Use https URLs in the Location header. Usually the application does not know that a proxy or CDN
ends TLS: set `X-Forwarded-Proto`, or the site URL to https in the CMS settings.

## Example

### To http and back to https

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | http://example.com/a/ |
| http://example.com/a/ | 301 | https://example.com/a/ |
| https://example.com/a/ | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a/ | Redirects to http://example.com/a/ (301) | Only https URLs | Redirect directly to https://example.com/a/ | https://example.com/a | replace | redirect | http://example.com/a/ | https://example.com/a/ |

### HTTP to HTTPS

`entries`

| loc |
|---|
| http://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| http://example.com/a | 301 | https://example.com/a |
| https://example.com/a | 200 | |

finds:

nothing
*/
SELECT
    chain.url,
    listed.sitemap_url,
    chain.final_url AS related_url,
    listed.line,
    CASE
        WHEN chain.url LIKE 'https:%' AND chain.next_url LIKE 'http:%'
            THEN CONCAT('Redirects to ', chain.next_url, ' (', chain.first_status, ')')
        ELSE CONCAT('http URL in the redirect chain to ', chain.final_url)
    END AS observed,
    'Only https URLs' AS expected,
    CASE
        WHEN chain.outcome = 'ok' AND final.fault IS NULL AND chain.final_url LIKE 'https:%'
            THEN CONCAT('Redirect directly to ', chain.final_url)
        ELSE 'Use https in the Location header'
    END AS fix,
    CASE
        WHEN chain.outcome = 'ok' AND final.fault IS NULL AND chain.final_url LIKE 'https:%'
            THEN chain.url
    END AS change_url,
    'replace' AS action,
    'redirect' AS place,
    chain.next_url AS "from",
    chain.final_url AS "to"
FROM redirect_chains AS chain
INNER JOIN listed ON chain.url_key = listed.url_key
LEFT JOIN indexability AS final ON chain.final_key = final.url_key
WHERE chain.has_downgrade AND chain.outcome <> 'loop'

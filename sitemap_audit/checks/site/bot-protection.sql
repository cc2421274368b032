/*
---
severity: error
keeps_out: host
cause: "{host} blocks the audit by bot protection"
confidence: medium
basis: inferred
engines: [google, bing]
needs: [pages]
over: hosts
when: "answered > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://help.shopify.com/en/manual/promoting-marketing/seo/crawling-your-store
  - https://developers.cloudflare.com/bots/reference/bot-verification/web-bot-auth/
since: 0.1.0
---
# Audit blocked by bot protection

## What it finds

At least half of a host's responses, and at least ten of them, are a bot challenge (CAPTCHA,
Cloudflare) or status codes of a block: 401, 402, 403, 405, 406, 418, 423, 429, 430, 451, 503, 999 and
others. Fewer are enough where a listed URL or the homepage returned a challenge or a status code that is only about
the audit's request (402 of Cloudflare's pay per crawl, 430 of Shopify, 999). They are also enough
where listed URLs were not requested (`--sample`, `--max-urls`), if the same share of these would make
ten, and a URL that cannot exist was blocked too or not requested. A host is a scheme, host and port.
There is one finding for each; its URL is the first one that was blocked.

## Why it matters

These pages are not checked, and no other check reports them as broken. If search engines get the
same responses, Google drops the pages from the index (4xx) or crawls the host more slowly (429,
503).

## How to fix it

Allow the audit's user agent or IP address in the firewall or CDN (Cloudflare: WAF custom rule), or
audit with a lower `--concurrency`. On Shopify, create a signature (Online Store > Preferences >
Crawler access) and put its three headers into the file of `--auth`. Where a CDN verifies signed
requests (Web Bot Auth), pass `--sign` and `--sign-agent`. For 401, pass `--auth`. For 402 with the header `crawler-price`,
look at AI Crawl Control in Cloudflare; a shop platform returns 402 too while it has frozen the shop.
Then run the audit again. Test one URL in Search Console (URL Inspection) to see whether Googlebot
gets the page.

## Example

### Ten of twelve responses

`pages`

| url | status |
|---|---|
| https://example.com/01 | 403 |
| https://example.com/02 | 403 |
| https://example.com/03 | 403 |
| https://example.com/04 | 403 |
| https://example.com/05 | 403 |
| https://example.com/06 | 403 |
| https://example.com/07 | 403 |
| https://example.com/08 | 403 |
| https://example.com/09 | 403 |
| https://example.com/10 | 403 |
| https://example.com/11 | 200 |
| https://example.com/12 | 404 |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/01 | 10 of 12 responses are 403 | 200 | Allow the audit's user agent or IP address in the firewall or CDN, or sign its requests |

### A CAPTCHA with status 200

`pages`

| url | status | challenge |
|---|---|---|
| https://example.com/01 | 200 | captcha |
| https://example.com/02 | 200 | captcha |
| https://example.com/03 | 200 | captcha |
| https://example.com/04 | 200 | captcha |
| https://example.com/05 | 200 | captcha |
| https://example.com/06 | 200 | captcha |
| https://example.com/07 | 200 | captcha |
| https://example.com/08 | 200 | captcha |
| https://example.com/09 | 200 | captcha |
| https://example.com/10 | 200 | captcha |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/01 | 10 of 10 responses are a bot challenge (captcha) | 200 | Allow the audit's user agent or IP address in the firewall or CDN, or sign its requests |

### Only nine responses; only a third of the responses

`pages`

| url | status |
|---|---|
| https://example.com/01 | 403 |
| https://example.com/02 | 403 |
| https://example.com/03 | 403 |
| https://example.com/04 | 403 |
| https://example.com/05 | 403 |
| https://example.com/06 | 403 |
| https://example.com/07 | 403 |
| https://example.com/08 | 403 |
| https://example.com/09 | 403 |
| https://big.example/01 | 403 |
| https://big.example/02 | 403 |
| https://big.example/03 | 403 |
| https://big.example/04 | 403 |
| https://big.example/05 | 403 |
| https://big.example/06 | 403 |
| https://big.example/07 | 403 |
| https://big.example/08 | 403 |
| https://big.example/09 | 403 |
| https://big.example/10 | 403 |
| https://big.example/11 | 200 |
| https://big.example/12 | 200 |
| https://big.example/13 | 200 |
| https://big.example/14 | 200 |
| https://big.example/15 | 200 |
| https://big.example/16 | 200 |
| https://big.example/17 | 200 |
| https://big.example/18 | 200 |
| https://big.example/19 | 200 |
| https://big.example/20 | 200 |
| https://big.example/21 | 200 |
| https://big.example/22 | 200 |
| https://big.example/23 | 200 |
| https://big.example/24 | 200 |
| https://big.example/25 | 200 |
| https://big.example/26 | 200 |
| https://big.example/27 | 200 |
| https://big.example/28 | 200 |
| https://big.example/29 | 200 |
| https://big.example/30 | 200 |

finds:

nothing
*/
WITH blocks AS (
    SELECT
        CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3)) AS origin,
        CASE
            WHEN pages.challenge IS NULL THEN CAST(pages.status AS VARCHAR)
            ELSE 'a bot challenge'
        END AS response,
        MIN(pages.url) AS url
    FROM pages
    LEFT JOIN status_codes AS code ON pages.status = code.status
    WHERE
        pages.challenge IS NOT NULL
        OR code.meaning IN ('login', 'forbidden', 'refused', 'throttled', 'unavailable')
    GROUP BY
        SPLIT_PART(pages.url, '/', 1),
        SPLIT_PART(pages.url, '/', 3),
        CASE
            WHEN pages.challenge IS NULL THEN CAST(pages.status AS VARCHAR)
            ELSE 'a bot challenge'
        END
)

SELECT
    MIN(blocks.url) AS url,
    CONCAT(
        FORMAT_NUMBER(hosts.blocked, 0),
        ' of ',
        FORMAT_NUMBER(hosts.answered, 0),
        ' responses are ',
        STRING_AGG(blocks.response, ', ' ORDER BY blocks.response),
        ' (' || hosts.challenge || ')'
    ) AS observed,
    '200' AS expected,
    'Allow the audit''s user agent or IP address in the firewall or CDN, or sign its requests'
        AS fix
FROM hosts
INNER JOIN blocks ON hosts.origin = blocks.origin
WHERE hosts.has_bot_protection
GROUP BY hosts.origin, hosts.blocked, hosts.answered, hosts.challenge

/*
---
severity: error
keeps_out: host
cause: "{host} blocks the audit by bot protection"
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [site/bot-wall, bot-protection-detected, page-bot-challenge]
needs: [pages]
over: hosts
when: "answered > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Audit blocked by bot protection

## What it finds

At least half of a host's responses, and at least ten of them, are 401, 403, 406, 429, 503 or a bot
challenge (CAPTCHA, Cloudflare). Fewer are enough where listed URLs were not requested (`--sample`,
`--max-urls`), if the same share of these would make ten, and a URL that cannot exist was blocked too
or not requested. There is one finding for each host; its URL is the first one that was blocked.

## Why it matters

These pages are not checked, and no other check reports them as broken. If search engines get the
same responses, Google drops the pages from the index (401, 403) or crawls the host more slowly
(429, 503).

## How to fix it

Allow the audit's user agent or IP address in the firewall or CDN (Cloudflare: WAF custom rule), or
audit with a lower `--concurrency`. Then run the audit again. Test one URL in Search Console (URL
Inspection) to see whether Googlebot gets the page.

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
| https://example.com/01 | 10 of 12 responses are 401, 403, 406, 429, 503 or a bot challenge | 200 | Allow the audit's user agent or IP address in the firewall or CDN |

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
| https://example.com/01 | 10 of 10 responses are 401, 403, 406, 429, 503 or a bot challenge (captcha) | 200 | Allow the audit's user agent or IP address in the firewall or CDN |

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
SELECT
    MIN(pages.url) AS url,
    CONCAT(
        FORMAT_NUMBER(hosts.blocked, 0),
        ' of ',
        FORMAT_NUMBER(hosts.answered, 0),
        ' responses are 401, 403, 406, 429, 503 or a bot challenge',
        ' (' || hosts.challenge || ')'
    ) AS observed,
    '200' AS expected,
    'Allow the audit''s user agent or IP address in the firewall or CDN' AS fix
FROM hosts
INNER JOIN pages ON hosts.host = SPLIT_PART(pages.url, '/', 3)
WHERE
    hosts.has_bot_protection
    AND (pages.status IN (401, 403, 406, 429, 503) OR pages.challenge IS NOT NULL)
GROUP BY hosts.host, hosts.blocked, hosts.answered, hosts.challenge

/*
---
severity: error
keeps_out: host
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [bot-protection-detected, page-bot-challenge]
needs: [pages]
over: hosts
when: "answered > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Host behind a bot wall

## What it finds

A host where at least half of the answers, and ten at least, are 401, 403, 406, 429, 503 or bear the
mark of a challenge. One finding per host; the URL is the first of those concerned.

## Why it matters

The audit was turned away and does not know these pages: they are counted as unknown, and no other
check calls them broken. Or the host is really down or closed, which is worse.

## How to fix it

Let the audit through: put its user agent or address on the list of the firewall or CDN, or audit
with fewer requests at once. Then audit again.

## Example

### Ten of twelve answers

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

| url | observed | expected |
|---|---|---|
| https://example.com/01 | 10 of 12 answers are 401, 403, 406, 429, 503 or a challenge | pages |

### A challenge served as an ordinary page

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

| url | observed | expected |
|---|---|---|
| https://example.com/01 | 10 of 10 answers are 401, 403, 406, 429, 503 or a challenge (captcha) | pages |

### Nine are too few, and a third is too little

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
        hosts.blocked,
        ' of ',
        hosts.answered,
        ' answers are 401, 403, 406, 429, 503 or a challenge',
        ' (' || hosts.challenge || ')'
    ) AS observed,
    'pages' AS expected
FROM hosts
INNER JOIN pages ON hosts.host = SPLIT_PART(pages.url, '/', 3)
WHERE
    hosts.walled
    AND (pages.status IN (401, 403, 406, 429, 503) OR pages.challenge IS NOT NULL)
GROUP BY hosts.host, hosts.blocked, hosts.answered, hosts.challenge

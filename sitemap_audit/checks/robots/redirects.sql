/*
---
severity: notice
cause: The robots.txt of {host} redirects
confidence: medium
basis: documented
engines: [protocol, google]
follows: [site/requires-login]
needs: [robots]
over: robots
when: "policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/controlling-robot/robots-txt
since: 0.1.0
---
# robots.txt redirects

## What it finds

`/robots.txt` returns one to five redirects before the file. One redirect to the robots.txt of
another variant of the host (http to https, with or without `www.`) is correct and is not reported.

## Why it matters

RFC 9309 has crawlers follow at least five redirects and apply the rules to the host of the first
URL. Google stops after five; Yandex follows redirects to another site too. Each redirect can fail,
and a change of the target file changes the rules of this host.

## How to fix it

Serve the file at `/robots.txt` without a redirect: exclude this path from the redirect rules of the
server, CDN or CMS.

## Example

### To another host, a chain of two, and to the main variant

`robots`

| origin | redirects | final_url |
|---|---|---|
| https://example.com | 1 | https://cdn.example.net/robots.txt |
| https://shop.example.com | 2 | https://shop.example.com/r.txt |
| http://www.example.com | 1 | https://example.com/robots.txt |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | https://cdn.example.net/robots.txt | Redirects to https://cdn.example.net/robots.txt | 200 | Return the file at /robots.txt without a redirect |
| https://shop.example.com/robots.txt | https://shop.example.com/r.txt | Redirects to https://shop.example.com/r.txt (2 redirects) | 200 | Return the file at /robots.txt without a redirect |

### Not reported here: more than five redirects, a redirect to 404, no redirect

`robots`

| origin | redirects | status | final_url |
|---|---|---|---|
| https://example.com | 6 | 301 | https://example.com/r6.txt |
| https://shop.example.com | 1 | 404 | https://shop.example.com/r.txt |
| https://www.example.com | 0 | 200 | https://www.example.com/robots.txt |

finds:

nothing
*/
SELECT
    url,
    final_url AS related_url,
    CONCAT(
        'Redirects to ',
        final_url,
        CASE WHEN redirects = 1 THEN '' ELSE CONCAT(' (', redirects, ' redirects)') END
    ) AS observed,
    '200' AS expected,
    'Return the file at /robots.txt without a redirect' AS fix
FROM robots
WHERE
    policy = 'rules'
    AND redirects BETWEEN 1 AND 5
    AND origin IN (SELECT site_origins.origin FROM site_origins)
    AND NOT (
        redirects = 1
        AND REGEXP_REPLACE(final_url, '^https?://(www[.])?', '')
        = REGEXP_REPLACE(url, '^https?://(www[.])?', '')
    )

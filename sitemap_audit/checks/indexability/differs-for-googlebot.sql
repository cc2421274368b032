/*
---
severity: warning
confidence: medium
basis: inferred
engines: [google]
aliases: [page-status-differs-by-ua]
needs: [googlebot_pages, pages, page_canonicals, entries, sitemaps, robots]
over: googlebot_pages_compared
unknown: is_refused
see:
  - https://developers.google.com/search/docs/essentials/spam-policies#cloaking
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
since: 0.1.0
---
# Page differs for Googlebot's user agent

## What it finds

A listed page that returns 200 to the audit, and with Googlebot's user agent another status code,
another robots directive (`noindex` or not) or another canonical. Only the pages of the option
`compare_user_agent` are requested twice.

A response that a bot protection may give to a request that does not come from Google's IP addresses
is not checked: 401, 403, 406, 429, a server error, a challenge, no response, or one response for
several pages of the host.

## Why it matters

Googlebot indexes what it gets itself. A `noindex` or a 404 that only Googlebot gets keeps the page out
of the index, and nobody sees it in a browser. Google calls other content for crawlers cloaking.

## How to fix it

Request the page with URL Inspection in Search Console: it shows what Googlebot gets. Then look for
rules on the user agent in the CDN, the prerender service, the server and the CMS plugins, and remove
them.

## Example

### A noindex, a 404 and a redirect for Googlebot alone

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | title |
|---|---|
| https://example.com/a | 1 |
| https://example.com/b | 2 |
| https://example.com/c | 3 |
| https://example.com/d | 4 |

`googlebot_pages`

| url | status | redirect_url | noindex | title |
|---|---|---|---|---|
| https://example.com/a | 200 | | true | 1 |
| https://example.com/b | 404 | | | |
| https://example.com/c | 301 | https://example.com/m/c | | |
| https://example.com/d | 200 | | false | 4 |

finds:

| url | observed | expected | kind |
|---|---|---|---|
| https://example.com/a | noindex for Googlebot's user agent | no noindex, as for other user agents | robots |
| https://example.com/b | 404 for Googlebot's user agent | 200, as for other user agents | status |
| https://example.com/c | 301 to https://example.com/m/c for Googlebot's user agent | 200, as for other user agents | status |

### Refused as a fake Googlebot

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url |
|---|
| https://example.com/a |

`googlebot_pages`

| url | status |
|---|---|
| https://example.com/a | 403 |

finds:

nothing
*/
SELECT
    url,
    CONCAT(
        CASE
            WHEN differs_in_status AND redirect_url IS NOT NULL
                THEN CONCAT(status, ' to ', redirect_url)
            WHEN differs_in_status THEN CAST(status AS VARCHAR)
            WHEN differs_in_robots AND noindex THEN 'noindex'
            WHEN differs_in_robots THEN 'no noindex'
            ELSE CONCAT('canonical ', COALESCE(canonical, 'missing'))
        END,
        ' for Googlebot''s user agent'
    ) AS observed,
    CONCAT(
        CASE
            WHEN differs_in_status THEN CAST(own_status AS VARCHAR)
            WHEN differs_in_robots AND own_noindex THEN 'noindex'
            WHEN differs_in_robots THEN 'no noindex'
            ELSE CONCAT('canonical ', COALESCE(own_canonical, 'missing'))
        END,
        ', as for other user agents'
    ) AS expected,
    CASE
        WHEN differs_in_status THEN 'status'
        WHEN differs_in_robots THEN 'robots'
        ELSE 'canonical'
    END AS kind
FROM googlebot_pages_compared
WHERE differs_in_status OR differs_in_robots OR differs_in_canonical

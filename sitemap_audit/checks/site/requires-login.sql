/*
---
severity: error
keeps_out: host
cause: "{host} requires a login"
confidence: medium
basis: documented
engines: [google, bing]
needs: [pages]
over: hosts
when: "answered > 0"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/control-what-you-share
since: 0.2.0
---
# Whole site requires a login

## What it finds

The homepage or at least three pages of a host redirect to a login page or return 401, and no other
page of the host returned content. There is one finding for each host (scheme, host and port); its
URL is the first one of these pages. The audit is not complete: these pages are not checked.

## Why it matters

Search engines do not log in. They index none of these pages, and remove those that were indexed.

## How to fix it

For a staging site, pass a login to the audit: `--auth FILE`. If the site is meant for search
engines, turn the login off: basic authentication on the server or CDN, the "coming soon" or password
page of the CMS or shop, or a middleware that protects every path.

## Example

### Every page redirects to a login page; a site with a members' page

`entries`

| loc |
|---|
| https://example.com/a |
| https://shop.example.com/ |
| https://shop.example.com/account |

`pages`

| url | role | status | location | asks_password | words |
|---|---|---|---|---|---|
| https://example.com/ | home | 302 | https://example.com/login?next=/ | | |
| https://example.com/a | listed | 302 | https://example.com/login?next=/a | | |
| https://example.com/login?next=/ | redirect | 200 | | true | 12 |
| https://example.com/login?next=/a | redirect | 200 | | true | 12 |
| https://shop.example.com/ | home | 200 | | | |
| https://shop.example.com/account | listed | 302 | https://shop.example.com/login | | |
| https://shop.example.com/login | redirect | 200 | | true | 12 |

finds:

| url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/ | https://example.com/login?next=/ | 2 pages require a login | Content readable without login | Allow access without login, or pass --auth to the audit |

### Basic authentication

`pages`

| url | role | status |
|---|---|---|
| https://example.com/ | home | 401 |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/ | 1 page requires a login | Content readable without login | Allow access without login, or pass --auth to the audit |

### Two listed pages redirect to a login page, and the homepage was not requested

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | https://example.com/login |
| https://example.com/b | 302 | https://example.com/login |
| https://example.com/login | 200 | |

finds:

nothing
*/
WITH walled AS (
    SELECT
        behind_login.origin,
        COUNT(*) AS pages,
        MIN(behind_login.url) AS url
    FROM behind_login
    INNER JOIN hosts ON behind_login.origin = hosts.origin
    WHERE hosts.has_login_wall AND behind_login.kind = 'page'
    GROUP BY behind_login.origin
)

SELECT
    walled.url,
    pages.redirect_url AS related_url,
    CONCAT(
        FORMAT_NUMBER(walled.pages, 0),
        CASE walled.pages WHEN 1 THEN ' page requires a login' ELSE ' pages require a login' END
    ) AS observed,
    'Content readable without login' AS expected,
    'Allow access without login, or pass --auth to the audit' AS fix
FROM walled
INNER JOIN pages ON walled.url = pages.url

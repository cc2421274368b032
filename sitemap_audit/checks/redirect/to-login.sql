/*
---
severity: notice
keeps_out: pages
cause: redirects to a login page
confidence: medium
basis: advisory
engines: [google, bing]
follows: [redirect/listed-url-redirects]
fix: leave
needs: [entries, pages]
over: listed_redirects
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# URL in sitemap redirects to login page

## What it finds

A listed URL that redirects to a login page. The final page has a password field and at most 60
words of main text. Or its path has a segment such as login, signin, anmelden or connexion, and one
more sign: a password field, at most 60 words of main text, `noindex`, a query string with the
original URL (`?next=/account`), or three or more listed URLs that redirect there. A listed login
page is not reported.

## Why it matters

Search engines do not log in. They crawl the login page once for each such URL and index none of
them.

## How to fix it

Remove URLs that need an account in the sitemap generator, or make them readable without login in
the membership or shop plugin.

## Example

### An account page, and a moved page

`entries`

| loc |
|---|
| https://example.com/account |
| https://example.com/old |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/account | 302 | https://example.com/login?next=/account |
| https://example.com/old | 301 | https://example.com/new |
| https://example.com/login?next=/account | 200 | |
| https://example.com/new | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/account | https://example.com/sitemap.xml | https://example.com/login?next=/account | Redirects to https://example.com/login?next=/account (302) | Content readable without login | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/account |

### A login page with another path

`entries`

| loc |
|---|
| https://example.com/orders |

`pages`

| url | status | location | asks_password | words |
|---|---|---|---|---|
| https://example.com/orders | 302 | https://example.com/mein-konto | | |
| https://example.com/mein-konto | 200 | | true | 12 |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/orders | https://example.com/sitemap.xml | https://example.com/mein-konto | Redirects to https://example.com/mein-konto (302) | Content readable without login | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/orders |

### Login only as part of a path segment; a listed login page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/login |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | https://example.com/loginess |
| https://example.com/loginess | 200 | |
| https://example.com/login | 301 | https://example.com/login/ |
| https://example.com/login/ | 200 | |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    final_url AS related_url,
    line,
    CONCAT('Redirects to ', final_url, ' (', REPLACE(statuses, ', ', ' → '), ')') AS observed,
    'Content readable without login' AS expected,
    'Remove from the sitemap' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    loc AS "from"
FROM listed_redirects
WHERE outcome = 'ok' AND leads_to_login

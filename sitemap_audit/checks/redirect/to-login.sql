/*
---
severity: notice
keeps_out: pages
confidence: medium
basis: advisory
engines: [google, bing]
aliases: [login-wall]
needs: [entries, pages]
over: listed_redirects
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Listed URL redirects to a login page

## What it finds

A listed URL whose redirect ends at a login page. The final page has a password field and at most 60
words of main text. Or its path has a segment such as login, signin, anmelden or connexion, and there
is a second sign: a password field, at most 60 words of main text, `noindex`, a query that leads back
(`?next=/account`), or at least three listed URLs that end there. A listed URL that is itself called
so is not reported.

## Why it matters

Search engines have no account. They see the login page once for each such URL and index none.

## How to fix it

Remove pages for members from the sitemap, or make them readable without an account.

## Example

### An account, and a page that moved

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
| https://example.com/account | https://example.com/sitemap.xml | https://example.com/login?next=/account | leads to https://example.com/login?next=/account | a page that everybody can read | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/account |

### A form of another name

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
| https://example.com/orders | https://example.com/sitemap.xml | https://example.com/mein-konto | leads to https://example.com/mein-konto | a page that everybody can read | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/orders |

### A word is not a segment

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
    CONCAT('leads to ', final_url) AS observed,
    'a page that everybody can read' AS expected,
    'take it out' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    loc AS "from"
FROM listed_redirects
WHERE outcome = 'ok' AND leads_to_login

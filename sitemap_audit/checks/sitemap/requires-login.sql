/*
---
severity: error
keeps_out: pages
cause: requires a login
confidence: high
basis: documented
engines: [google, yandex]
follows: [site/requires-login]
known_as:
  Google Search Console: ["Sitemap could not be read"]
needs: [sitemaps]
over: sitemap_states
when: "is_promised AND found_by <> 'index'"
unknown: "state IN ('refused', 'unreachable', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap requires login

## What it finds

A sitemap returns 401 or another status code of a login, or redirects to a login page. The URL of
the page says login, SSO or OAuth, or another page showed a login form there.

## Why it matters

Search engines do not log in. They cannot read the sitemap.

## How to fix it

Exempt the sitemaps and robots.txt from authentication in the server configuration, the CDN or the
CMS plugin that protects the site.

## Example

### A 401, a redirect to a login page

`sitemaps`

| url | found_by | found_in | status | location | kind |
|---|---|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | 401 | | |
| https://example.com/b.xml | robots | https://example.com/robots.txt | 302 | /account/login?next=/b.xml | |
| https://example.com/account/login?next=/b.xml | redirect | https://example.com/b.xml | 200 | | html |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | https://example.com/robots.txt | Returns 401 | 200 | Allow access without login |
| https://example.com/b.xml | https://example.com/account/login?next=/b.xml | Redirects to https://example.com/account/login?next=/b.xml (302, login) | 200 | Allow access without login |

### Another redirect, a sitemap in an index, a guessed URL

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/a.xml | robots | 301 | /blog/login-problems.xml |
| https://example.com/blog/login-problems.xml | redirect | 200 | |
| https://example.com/b.xml | index | 401 | |
| https://example.com/sitemap.xml | guess | 401 | |

finds:

nothing
*/
WITH origins AS (
    SELECT
        url,
        MAX(status) AS status
    FROM sitemaps
    GROUP BY url
)

SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT('Returns ', status) AS observed,
    '200' AS expected,
    'Allow access without login' AS fix
FROM sitemap_states
WHERE is_promised AND found_by <> 'index' AND state = 'login'
UNION ALL
SELECT
    logins.found_in AS sitemap_url,
    logins.url AS related_url,
    CONCAT('Redirects to ', logins.url, ' (', origins.status, ', login)') AS observed,
    '200' AS expected,
    'Allow access without login' AS fix
FROM sitemap_states AS logins
INNER JOIN origins ON logins.found_in = origins.url
WHERE logins.is_promised AND logins.is_login

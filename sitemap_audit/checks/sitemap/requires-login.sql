/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, yandex]
aliases: [sitemap-requires-auth]
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
# Sitemap behind a login

## What it finds

A sitemap that something names and that answers with status 401, or redirects to a page whose
address is that of a login.

## Why it matters

Search engines do not log in: they get nothing from the file.

## How to fix it

Exempt the sitemaps and robots.txt from the login.

## Example

### A password is asked for, and a login page

`sitemaps`

| url | found_by | found_in | status | location | kind |
|---|---|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | 401 | | |
| https://example.com/b.xml | robots | https://example.com/robots.txt | 302 | /account/login?next=/b.xml | |
| https://example.com/account/login?next=/b.xml | redirect | https://example.com/b.xml | 200 | | html |

finds:

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/robots.txt | status 401 | status 200, without a login |
| https://example.com/b.xml | https://example.com/account/login?next=/b.xml | status 302 to a login | status 200, without a login |

### A redirect elsewhere, a child of an index, and a guess

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
    'status 401' AS observed,
    'status 200, without a login' AS expected
FROM sitemap_states
WHERE is_promised AND found_by <> 'index' AND status = 401
UNION ALL
SELECT
    logins.found_in AS sitemap_url,
    logins.url AS related_url,
    CONCAT('status ', origins.status, ' to a login') AS observed,
    'status 200, without a login' AS expected
FROM sitemap_states AS logins
INNER JOIN origins ON logins.found_in = origins.url
WHERE logins.is_promised AND logins.is_login

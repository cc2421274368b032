/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [loc-malformed]
known_as:
  Google Search Console: ["Invalid URL"]
  Lumar: ["Disallowed/Malformed URLs in Sitemaps"]
  Yandex: ["Invalid URL", "Incorrect page address"]
needs: [entries]
over: entries
when: "loc IS NOT NULL AND COALESCE(loc_problem, '') <> 'empty'"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Entry whose address is not a URL

## What it finds

An entry of a sitemap or sitemap index whose `<loc>` cannot be read as an http or https address: no
host, an impossible port, another scheme (`ftp:`, `mailto:`, `javascript:`), a user name or password
in it.

## Why it matters

Search engines report an invalid URL and do not fetch the page. An address with a password gives
that away to everybody.

## How to fix it

Correct the address, or delete the entry.

## Example

### Another scheme, no host, a password

`entries`

| loc | line |
|---|---|
| ftp://example.com/a | 3 |
| https:///a | 6 |
| https://user:secret@example.com/a | 9 |
| https://example.com/a | 12 |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/sitemap.xml | 3 | ftp://example.com/a (scheme) | a full http or https address |
| https://example.com/sitemap.xml | 6 | https:///a (malformed) | a full http or https address |
| https://example.com/sitemap.xml | 9 | https://user:secret@example.com/a (userinfo) | a full http or https address |
*/
WITH malformed AS (
    SELECT
        sitemap_url,
        line,
        kind,
        loc,
        loc_problem,
        CASE
            WHEN loc_problem = 'userinfo'
                THEN REGEXP_REPLACE(loc, '^\s*(https?://)[^/?#]*@|\s+$', '\1', 'g')
        END AS meant
    FROM entries
    WHERE loc_problem IN ('scheme', 'userinfo', 'malformed', 'too-long')
)

SELECT
    malformed.sitemap_url,
    malformed.line,
    CONCAT(LEFT(malformed.loc, 2000), ' (', malformed.loc_problem, ')') AS observed,
    'a full http or https address' AS expected,
    CASE WHEN page.url IS NOT NULL THEN malformed.sitemap_url END AS change_url,
    CASE WHEN page.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    malformed.loc AS "from",
    CASE WHEN NOT page.listed THEN page.url END AS "to"
FROM malformed
LEFT JOIN indexability AS page
    ON malformed.kind = 'url' AND malformed.meant = page.url AND page.is_indexable

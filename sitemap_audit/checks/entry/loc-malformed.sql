/*
---
severity: error
keeps_out: pages
cause: has an invalid URL in <loc>
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
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
# Invalid URL in <loc>

## What it finds

The `<loc>` of a URL or child sitemap is not a valid http or https URL: it has no host, an invalid
port, another scheme (`ftp:`, `mailto:`, `javascript:`), a user name or password, a placeholder of a
template (`{{ page.url }}`, `undefined`), or more than 65,536 characters.

## Why it matters

Search Console and Yandex report "Invalid URL", and search engines do not fetch the page. A password
in a sitemap is public.

## How to fix it

Correct the URL in the sitemap generator, or remove the entry. Change a password that was in a
sitemap.

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

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/sitemap.xml | 3 | ftp://example.com/a (not http or https) | Absolute http or https URL | Correct the URL, or remove the entry |
| https://example.com/sitemap.xml | 6 | https:///a (not a valid URL) | Absolute http or https URL | Correct the URL, or remove the entry |
| https://example.com/sitemap.xml | 9 | https://user:secret@example.com/a (contains a user name or password) | https://example.com/a | Remove from the sitemap if https://example.com/a, also listed, returns 200 |
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
            WHEN loc_problem = 'invisible' THEN REGEXP_EXTRACT(loc, 'https?:[!-~]+')
        END AS meant
    FROM entries
    WHERE
        loc_problem IN (
            'scheme', 'userinfo', 'malformed', 'too-long', 'invisible', 'placeholder'
        )
)

SELECT
    malformed.sitemap_url,
    malformed.line,
    CONCAT(
        LEFT(malformed.loc, 2000),
        CASE malformed.loc_problem
            WHEN 'scheme' THEN ' (not http or https)'
            WHEN 'userinfo' THEN ' (contains a user name or password)'
            WHEN 'too-long' THEN ' (more than 65,536 characters)'
            WHEN 'placeholder' THEN ' (placeholder of a template)'
            WHEN 'invisible' THEN ' (begins with an invisible character)'
            ELSE ' (not a valid URL)'
        END
    ) AS observed,
    COALESCE(malformed.meant, 'Absolute http or https URL') AS expected,
    CASE
        WHEN page.fix IS NOT NULL THEN page.fix
        WHEN malformed.meant IS NOT NULL
            THEN CONCAT('Replace with ', malformed.meant, ' if it returns 200')
        WHEN malformed.loc_problem = 'placeholder'
            THEN 'Correct the template: a placeholder was not filled in'
        ELSE 'Correct the URL, or remove the entry'
    END AS fix,
    CASE WHEN page.action IS NOT NULL THEN malformed.sitemap_url END AS change_url,
    page.action,
    'loc' AS place,
    malformed.loc AS "from",
    page.wanted AS "to"
FROM malformed
LEFT JOIN meant_urls AS page ON malformed.kind = 'url' AND malformed.meant = page.url

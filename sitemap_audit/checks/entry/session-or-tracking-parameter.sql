/*
---
severity: warning
cause: has a tracking or session parameter in the URL
confidence: medium
basis: documented
engines: [google, bing]
known_as:
  Screaming Frog: ["URL: GA Tracking Parameters"]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Tracking or session parameter in URL

## What it finds

A listed URL contains a session ID (`jsessionid`, `PHPSESSID`, `sid`) or a tracking parameter
(`utm_source`, `gclid`, `fbclid`, `_ga`), in the query string or after a semicolon in the path.

## Why it matters

Each session or campaign gives the same page another URL, and search engines crawl them all as
duplicates. Google recommends URLs without session IDs. Visits from search are counted for the
campaign in analytics.

## How to fix it

Remove the parameter in the sitemap generator. Usually the generator takes its URLs from a log file
or from a crawl with a session.

## Example

### A tracking parameter, and a session ID in the path

`entries`

| loc | line |
|---|---|
| https://example.com/a?utm_source=mail | 3 |
| https://example.com/b;jsessionid=1F | 6 |
| https://example.com/c?page=2&side=north | 9 |

`pages`

| url |
|---|
| https://example.com/a |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a?utm_source=mail | https://example.com/sitemap.xml | 3 | utm_source | https://example.com/a | Replace with https://example.com/a | https://example.com/sitemap.xml | replace | loc | https://example.com/a?utm_source=mail | https://example.com/a |
| https://example.com/b;jsessionid=1F | https://example.com/sitemap.xml | 6 | jsessionid | https://example.com/b | Replace with https://example.com/b if it returns 200 | | | | | |
*/
WITH parameters AS (
    SELECT
        url,
        loc,
        sitemap_url,
        line,
        REGEXP_EXTRACT(
            LOWER(url),
            '[?&;](jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken|utm_[a-z]+'
            || '|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_eid|_ga|_gl)=',
            1
        ) AS name,
        REGEXP_REPLACE(
            REGEXP_REPLACE(
                REGEXP_REPLACE(
                    REGEXP_REPLACE(
                        url,
                        '([?&;])(jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid'
                        || '|cftoken|utm_[a-z]+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_eid|_ga'
                        || '|_gl)=[^&?]*',
                        '\1',
                        'gi'
                    ),
                    '[?][&;]+',
                    '?'
                ),
                '[&;?]+([&?])',
                '\1',
                'g'
            ),
            '[?&;]+$',
            ''
        ) AS wanted
    FROM entries
    WHERE url IS NOT NULL AND kind = 'url'
)

SELECT
    parameters.url,
    parameters.sitemap_url,
    parameters.line,
    parameters.name AS observed,
    parameters.wanted AS expected,
    COALESCE(
        page.fix, CONCAT('Replace with ', parameters.wanted, ' if it returns 200')
    ) AS fix,
    CASE WHEN page.action IS NOT NULL THEN parameters.sitemap_url END AS change_url,
    page.action,
    'loc' AS place,
    parameters.loc AS "from",
    page.wanted AS "to"
FROM parameters
LEFT JOIN meant_urls AS page ON parameters.wanted = page.url
WHERE parameters.name <> ''

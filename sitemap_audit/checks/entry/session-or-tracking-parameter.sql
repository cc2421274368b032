/*
---
severity: warning
confidence: medium
basis: documented
engines: [google, bing]
aliases: [loc-session-or-tracking]
needs: [entries]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Address with a session or campaign parameter

## What it finds

A listed address with a parameter that names a visit (`jsessionid`, `PHPSESSID`, `sid`) or a
campaign (`utm_source`, `gclid`, `fbclid`, `_ga`), in the query or behind a semicolon in the path.

## Why it matters

The same page stands under any number of such addresses. Search engines crawl each, and visits from
search are counted for the campaign.

## How to fix it

List the address without the parameter. Mostly the generator took it from a log or from a crawl with
a session.

## Example

### A campaign, and a session in the path

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

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a?utm_source=mail | https://example.com/sitemap.xml | 3 | utm_source | an address without it | https://example.com/sitemap.xml | replace | loc | https://example.com/a?utm_source=mail | https://example.com/a |
| https://example.com/b;jsessionid=1F | https://example.com/sitemap.xml | 6 | jsessionid | an address without it | | | | | |
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
                    url,
                    '([?&;])(jsessionid|phpsessid|aspsessionid[a-z]*|session_?id|sid|cfid|cftoken'
                    || '|utm_[a-z]+|gclid|gclsrc|dclid|fbclid|msclkid|yclid|mc_eid|_ga|_gl)=[^&?]*',
                    '\1',
                    'gi'
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
    'an address without it' AS expected,
    CASE WHEN page.url IS NOT NULL THEN parameters.sitemap_url END AS change_url,
    CASE WHEN page.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    parameters.loc AS "from",
    CASE WHEN NOT page.listed THEN page.url END AS "to"
FROM parameters
LEFT JOIN indexability AS page ON parameters.wanted = page.url AND page.is_indexable
WHERE parameters.name <> ''

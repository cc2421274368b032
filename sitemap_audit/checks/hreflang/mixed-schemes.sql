/*
---
severity: warning
cause: has HTTP and HTTPS URLs mixed in hreflang
confidence: high
basis: inferred
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Mixed HTTP and HTTPS in hreflang

## What it finds

The hreflang annotations of a listed page point to `http` and to `https` URLs of the same host.

## Why it matters

`http` and `https` are different URLs. The one that the site does not use usually redirects, and a
redirecting alternate has no return link. Google ignores annotations without a return link.

## How to fix it

Replace `http` with `https` in the template, in the site URL of the CMS or in the sitemap generator.

## Example

### One http URL

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | http://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | http://example.com/de/a | http in 1 of 2 annotations | https in all annotations | Use https in all annotations |

### Another host without https URLs

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | http://example.de/a |

finds:

nothing
*/
WITH hosts_of_both AS (
    SELECT SPLIT_PART(url, '/', 3) AS host
    FROM hreflang_urls
    GROUP BY SPLIT_PART(url, '/', 3)
    HAVING BOOL_OR(url LIKE 'http:%') AND BOOL_OR(url LIKE 'https:%')
),

named AS (
    SELECT
        link.url_key,
        hosts_of_both.host,
        CASE WHEN alternate.url LIKE 'http:%' THEN alternate.url END AS plain_url
    FROM hosts_of_both
    INNER JOIN hreflang_urls AS alternate ON hosts_of_both.host = SPLIT_PART(alternate.url, '/', 3)
    INNER JOIN hreflang_links AS link ON alternate.url_key = link.alternate_key
),

mixed AS (
    SELECT
        url_key,
        host,
        MIN(plain_url) AS plain_url,
        COUNT(plain_url) AS plain,
        COUNT(*) AS links
    FROM named
    GROUP BY url_key, host
    HAVING COUNT(plain_url) BETWEEN 1 AND COUNT(*) - 1
),

written AS (
    SELECT
        link.url_key,
        link.alternate,
        link.sitemap_url AS place_url,
        link.href
    FROM entry_alternates AS link
    SEMI JOIN mixed ON link.url_key = mixed.url_key AND link.alternate = mixed.plain_url
    UNION ALL
    SELECT
        link.url_key,
        link.alternate,
        link.url AS place_url,
        link.href
    FROM page_alternates AS link
    SEMI JOIN mixed ON link.url_key = mixed.url_key AND link.alternate = mixed.plain_url
    WHERE link.source IN ('html', 'header')
),

places AS (
    SELECT
        url_key,
        alternate,
        MIN(place_url) AS place_url,
        MIN(href) AS href
    FROM written
    GROUP BY url_key, alternate
    HAVING MIN(place_url) = MAX(place_url)
)

SELECT
    sets.url,
    sets.sitemap_url,
    mixed.plain_url AS related_url,
    sets.line,
    CONCAT('http in ', mixed.plain, ' of ', mixed.links, ' annotations', sets.via) AS observed,
    'https in all annotations' AS expected,
    CASE
        WHEN secure.is_indexable THEN CONCAT('Point hreflang to ', secure.url)
        ELSE 'Use https in all annotations'
    END AS fix,
    CASE WHEN secure.is_indexable THEN places.place_url END AS change_url,
    'replace' AS action,
    'hreflang-url' AS place,
    places.href AS "from",
    secure.url AS "to"
FROM mixed
INNER JOIN hreflang_sets AS sets ON mixed.url_key = sets.url_key
LEFT JOIN places ON mixed.url_key = places.url_key AND mixed.plain_url = places.alternate
LEFT JOIN indexability AS secure ON secure.url = CONCAT('https', SUBSTR(mixed.plain_url, 5))
WHERE sets.judged AND sets.fault IS NULL

/*
---
severity: warning
cause: The robots.txt of {host} has no Sitemap line
finds_unnamed: true
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  ContentKing: ["robots.txt: sitemap reference present"]
  Semrush: ["Sitemap.xml not indicated in robots.txt"]
needs: [robots, sitemaps, entries]
over: robots
when: >-
  status = 200 AND NOT is_html AND origin IN (SELECT CONCAT(SPLIT_PART(found.url, '/', 1), '//',
  SPLIT_PART(found.url, '/', 3)) FROM sitemaps AS found WHERE found.kind IN ('urlset',
  'sitemapindex', 'text') AND found.found_by NOT IN ('index', 'redirect') AND NOT (found.kind =
  'text' AND found.found_by = 'given'))
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# No Sitemap line in robots.txt

## What it finds

`/robots.txt` has no `Sitemap:` line, but the host has a sitemap: you passed it to the audit, or it
was found at a common URL or through a link. A sitemap that another host's robots.txt lists counts
only if it has URLs of its own host. A URL list that you passed to the audit does not count as a
sitemap.

## Why it matters

Google, Bing and Yandex find sitemaps through this line. Without it, you must submit the sitemap to
each of them (Search Console, Bing Webmaster Tools, Yandex Webmaster). Other crawlers may not find
it.

## How to fix it

Add a line with the absolute URL of the sitemap or sitemap index to robots.txt, anywhere in the
file: `Sitemap: https://www.example.com/sitemap.xml`. Some SEO plugins have a setting for it.

## Example

### robots.txt does not list the sitemap

`robots`

| origin | sitemaps |
|---|---|
| https://example.com | 0 |

`sitemaps`

| url | found_by |
|---|---|
| https://example.com/sitemap_index.xml | guess |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/sitemap_index.xml | No Sitemap line | Sitemap: https://example.com/sitemap_index.xml | Add Sitemap: https://example.com/sitemap_index.xml | https://example.com/robots.txt | add | sitemap | https://example.com/sitemap_index.xml |

### Two sitemaps, and no index lists them

`robots`

| origin | sitemaps |
|---|---|
| https://example.com | 0 |

`sitemaps`

| url | found_by |
|---|---|
| https://example.com/de/sitemap.xml | given |
| https://example.com/sitemap.xml | given |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/de/sitemap.xml | No Sitemap line | Sitemap: https://example.com/de/sitemap.xml | Add a line for each of 2 sitemaps, such as Sitemap: https://example.com/de/sitemap.xml | https://example.com/robots.txt | add | sitemap | https://example.com/de/sitemap.xml |

### Not reported: a page at a common sitemap URL

`robots`

| origin | sitemaps |
|---|---|
| https://example.com | 0 |

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/sitemap.xml | guess | html |

finds:

nothing
*/
WITH in_indexes AS (
    SELECT DISTINCT url_key
    FROM entries
    WHERE kind = 'sitemap' AND url <> sitemap_url
),

found AS (
    SELECT
        CONCAT(SPLIT_PART(sitemaps.url, '/', 1), '//', SPLIT_PART(sitemaps.url, '/', 3)) AS origin,
        COALESCE(
            MIN(CASE WHEN in_indexes.url_key IS NULL THEN sitemaps.url END), MIN(sitemaps.url)
        ) AS url,
        COUNT(DISTINCT CASE WHEN in_indexes.url_key IS NULL THEN sitemaps.url END) AS sitemaps
    FROM sitemaps
    LEFT JOIN in_indexes ON sitemaps.url_key = in_indexes.url_key
    WHERE
        sitemaps.kind IN ('urlset', 'sitemapindex', 'text')
        AND sitemaps.found_by NOT IN ('index', 'redirect')
        -- Left out: another host's robots.txt lists it, and its URLs are on that host.
        AND (
            sitemaps.found_by <> 'robots'
            OR sitemaps.url IN (
                SELECT own.sitemap_url FROM listed AS own
                WHERE SPLIT_PART(own.url, '/', 3) = SPLIT_PART(own.sitemap_url, '/', 3)
            )
        )
        -- A URL list that the user passed is not a sitemap of the site.
        AND NOT (sitemaps.kind = 'text' AND sitemaps.found_by = 'given')
    GROUP BY
        CONCAT(SPLIT_PART(sitemaps.url, '/', 1), '//', SPLIT_PART(sitemaps.url, '/', 3))
)

SELECT
    robots.url,
    found.url AS sitemap_url,
    'No Sitemap line' AS observed,
    CONCAT('Sitemap: ', found.url) AS expected,
    CASE
        WHEN found.sitemaps > 1
            THEN
                CONCAT(
                    'Add a line for each of ', FORMAT_NUMBER(found.sitemaps, 0),
                    ' sitemaps, such as Sitemap: ', found.url
                )
        ELSE CONCAT('Add Sitemap: ', found.url)
    END AS fix,
    robots.url AS change_url,
    'add' AS action,
    'sitemap' AS place,
    found.url AS "to"
FROM robots
INNER JOIN found ON robots.origin = found.origin
WHERE robots.status = 200 AND robots.sitemaps = 0 AND NOT robots.is_html

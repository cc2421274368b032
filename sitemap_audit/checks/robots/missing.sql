/*
---
severity: notice
cause: The robots.txt of {host} does not exist
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  ContentKing: ["robots.txt: accessible"]
  Google Search Console: ["robots.txt: Not Fetched - Not found (404)"]
  Semrush: ["Robots.txt not found"]
needs: [robots, sitemaps, entries]
over: robots
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
unknown: >-
  COALESCE(status, 500) NOT IN (SELECT code.status FROM status_codes AS code WHERE code.meaning IN
  ('content', 'redirect', 'missing', 'client-error'))
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.3.1.3
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/controlling-robot/robots-txt
since: 0.1.0
---
# robots.txt missing

## What it finds

`/robots.txt` of a host of the audited site returns 4xx. 401, 402, 403, 429 and other codes of a
login or a block are not checked: the server may send them to this audit only.

## Why it matters

Google, Bing and Yandex then take every URL as allowed, which may be what you want. But robots.txt
is also where all search engines find the sitemaps. Without it, you must submit them in Search
Console, Bing Webmaster Tools and Yandex Webmaster.

## How to fix it

Put a plain text file at `/robots.txt` with a `Sitemap:` line for each sitemap or sitemap index.
WordPress and its SEO plugins (Yoast, Rank Math) write the file if the server passes the path to
them.

## Example

### One host without robots.txt, one with it

`robots`

| origin | status |
|---|---|
| https://example.com | 404 |
| https://www.example.com | 200 |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/robots.txt | Returns 404 | 200 | Add a robots.txt, with a Sitemap line if there is a sitemap |

### Not checked: the server returns 403

`robots`

| origin | status |
|---|---|
| https://example.com | 403 |

finds:

nothing

### Not reported: a host that only a canonical points to

`robots`

| origin | status |
|---|---|
| https://partner.example | 404 |

`pages`

| url | role |
|---|---|
| https://partner.example/same | canonical |

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
        REGEXP_EXTRACT(sitemaps.url, '^https?://[^/]+') AS origin,
        COALESCE(
            MIN(CASE WHEN in_indexes.url_key IS NULL THEN sitemaps.url END), MIN(sitemaps.url)
        ) AS url,
        COUNT(DISTINCT CASE WHEN in_indexes.url_key IS NULL THEN sitemaps.url END) AS sitemaps
    FROM sitemaps
    LEFT JOIN in_indexes ON sitemaps.url_key = in_indexes.url_key
    WHERE
        sitemaps.kind IN ('urlset', 'sitemapindex')
        AND sitemaps.entries + sitemaps.children > 0
        AND sitemaps.found_by NOT IN ('index', 'redirect')
    GROUP BY REGEXP_EXTRACT(sitemaps.url, '^https?://[^/]+')
)

SELECT
    robots.url,
    CONCAT('Returns ', robots.status) AS observed,
    '200' AS expected,
    CASE
        WHEN found.sitemaps > 1
            THEN
                CONCAT(
                    'Add a robots.txt with a line for each of ', FORMAT_NUMBER(found.sitemaps, 0),
                    ' sitemaps, such as Sitemap: ', found.url
                )
        ELSE
            COALESCE(
                'Add a robots.txt with the line Sitemap: ' || found.url,
                'Add a robots.txt, with a Sitemap line if there is a sitemap'
            )
    END AS fix,
    CASE WHEN found.url IS NOT NULL THEN robots.url END AS change_url,
    'add' AS action,
    'sitemap' AS place,
    found.url AS "to"
FROM robots
INNER JOIN status_codes AS code ON robots.status = code.status
LEFT JOIN found ON robots.origin = found.origin
WHERE
    code.meaning IN ('missing', 'client-error')
    AND robots.origin IN (SELECT site_origins.origin FROM site_origins)

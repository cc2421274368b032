/*
---
explains: [status/not-found, status/no-response, sitemap/none-indexable, sitemap/many-not-indexable]
certainty: certain
see:
  - https://www.sitemaps.org/protocol.html
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Base URL of the sitemap generator is wrong

## What it finds

Most URLs of a sitemap do not exist, and the same paths return pages with another base URL: with a
directory more (`/en/`), with one less, or on another host. `status/not-found` says what is
requested to know it.

## Why it matters

The sitemap lists none of the pages that it is made for. They are there, and no URL has to be
removed.

## How to fix it

Set the base URL in the sitemap generator or CMS plugin.

## Example

### The URLs lack the folder of the sitemap; one of them is gone

`entries`

| loc | sitemap_url |
|---|---|
| https://example.com/a | https://example.com/en/sitemap.xml |
| https://example.com/b | https://example.com/en/sitemap.xml |
| https://example.com/c | https://example.com/en/sitemap.xml |
| https://example.com/d | https://example.com/en/sitemap.xml |
| https://example.com/e | https://example.com/en/sitemap.xml |

`pages`

| url | status |
|---|---|
| https://example.com/a | 404 |
| https://example.com/b | 404 |
| https://example.com/c | 404 |
| https://example.com/d | 404 |
| https://example.com/e | 404 |

`base_probes`

| sitemap_url | url | listed_url | status |
|---|---|---|---|
| https://example.com/en/sitemap.xml | https://example.com/en/a | https://example.com/a | 200 |
| https://example.com/en/sitemap.xml | https://example.com/en/b | https://example.com/b | 200 |
| https://example.com/en/sitemap.xml | https://example.com/en/c | https://example.com/c | 200 |
| https://example.com/en/sitemap.xml | https://example.com/en/d | https://example.com/d | 200 |
| https://example.com/en/sitemap.xml | https://example.com/en/e | https://example.com/e | 404 |
| https://example.com/en/sitemap.xml | https://example.com/en/absent | | 404 |

finds:

| subject | statement | correction | where | findings | urls |
|---|---|---|---|---|---|
| https://example.com, https://example.com/en/ | The URLs in https://example.com/en/sitemap.xml lack /en/: 5 URLs | Set the base URL of the generator to https://example.com/en/ | sitemap generator | 6 | 5 |

### A host that does not exist, in two sitemaps

`entries`

| loc | sitemap_url |
|---|---|
| https://old.example/a | https://example.com/1.xml |
| https://old.example/b | https://example.com/1.xml |
| https://old.example/c | https://example.com/1.xml |
| https://old.example/d | https://example.com/1.xml |
| https://old.example/e | https://example.com/1.xml |
| https://old.example/f | https://example.com/2.xml |
| https://old.example/g | https://example.com/2.xml |
| https://old.example/h | https://example.com/2.xml |
| https://old.example/i | https://example.com/2.xml |
| https://old.example/j | https://example.com/2.xml |

`pages`

| url | error |
|---|---|
| https://old.example/a | dns |
| https://old.example/b | dns |
| https://old.example/c | dns |
| https://old.example/d | dns |
| https://old.example/e | dns |
| https://old.example/f | dns |
| https://old.example/g | dns |
| https://old.example/h | dns |
| https://old.example/i | dns |
| https://old.example/j | dns |

`base_probes`

| sitemap_url | origin | fault | part | url | listed_url | status |
|---|---|---|---|---|---|---|
| https://example.com/1.xml | https://old.example | origin | https://example.com | https://example.com/a | https://old.example/a | 200 |
| https://example.com/1.xml | https://old.example | origin | https://example.com | https://example.com/b | https://old.example/b | 200 |
| https://example.com/2.xml | https://old.example | origin | https://example.com | https://example.com/f | https://old.example/f | 200 |
| https://example.com/1.xml | https://old.example | origin | https://example.com | https://example.com/absent | | 404 |

finds:

| subject | statement | correction | where | findings |
|---|---|---|---|---|
| https://old.example, https://example.com/ | The URLs in 2 sitemaps are on https://old.example, the pages on https://example.com: 10 URLs | Set the base URL of the generator to https://example.com/ | sitemap generator | 12 |

### No other base URL is right

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |
| https://example.com/e |

`pages`

| url | status |
|---|---|
| https://example.com/a | 404 |
| https://example.com/b | 404 |
| https://example.com/c | 404 |
| https://example.com/d | 404 |
| https://example.com/e | 404 |

`base_probes`

| url | listed_url | status |
|---|---|---|
| https://example.com/en/a | https://example.com/a | 404 |
| https://example.com/en/b | https://example.com/b | 404 |

finds:

nothing
*/
WITH bases AS (
    SELECT
        sitemap_url,
        origin,
        base,
        kind,
        correction,
        fault,
        missing,
        CASE fault
            WHEN 'lacks' THEN CONCAT('lack ', part)
            WHEN 'extra' THEN CONCAT('must not have ', part)
            ELSE CONCAT('are on ', origin, ', the pages on ', part)
        END AS reason
    FROM sitemap_bases
    WHERE is_certain
),

-- A generator writes several sitemaps with one base URL.
said AS (
    SELECT
        origin,
        base,
        CONCAT(
            'The URLs in ',
            CASE
                WHEN COUNT(*) = 1 THEN MIN(sitemap_url)
                ELSE CONCAT(FORMAT_NUMBER(COUNT(*), 0), ' sitemaps')
            END,
            ' ',
            MIN(reason),
            ': {URLs}'
        ) AS statement,
        SUM(missing) AS total
    FROM bases
    GROUP BY origin, base
),

explained AS (
    SELECT
        found.finding_id,
        bases.origin,
        bases.base,
        bases.correction
    FROM findings AS found
    INNER JOIN bases ON found.sitemap_url = bases.sitemap_url
    WHERE
        found."check" IN ('sitemap/none-indexable', 'sitemap/many-not-indexable')
        OR (found."check" = 'status/not-found' AND found.kind = bases.kind)
        OR (
            found."check" = 'status/no-response'
            AND bases.fault = 'origin'
            AND REGEXP_EXTRACT(found.url, '^https?://[^/]+') = bases.origin
        )
)

SELECT
    explained.finding_id,
    CONCAT(explained.origin, ', ', explained.base) AS subject,
    said.total,
    said.statement,
    CONCAT('Set the base URL of the generator to ', explained.base) AS correction,
    'sitemap generator' AS "where",
    explained.correction AS fix
FROM explained
INNER JOIN said ON explained.origin = said.origin AND explained.base = said.base

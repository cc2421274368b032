/*
---
severity: notice
cause: has a URL outside the folder of the sitemap
confidence: medium
basis: documented
engines: [protocol]
known_as:
  Google Search Console: ["URL not allowed"]
needs: [entries, robots, robots_lines, sitemaps]
over: entries
when: "url IS NOT NULL AND kind = 'url'"
unknown: >-
  NOT STARTS_WITH(url, REGEXP_REPLACE(REGEXP_REPLACE(sitemap_url, '[?].*$', ''), '[^/]*$', '')) AND
  CONCAT(SPLIT_PART(sitemap_url, '/', 1), '//', SPLIT_PART(sitemap_url, '/', 3)) IN (SELECT
  robots.origin FROM robots WHERE robots.policy = 'disallow-all')
parameters: {min_inside: 10, max_percent: 10}
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# URL outside the sitemap's folder

## What it finds

A listed URL is on the host of its sitemap, but not below the folder of the sitemap, and no
robots.txt line names the sitemap or an index that lists it. Such a line makes the sitemap valid for
the whole host. If robots.txt could not be read, this is not checked. Google also accepts the
sitemap if it is submitted in Search Console, which an audit cannot see.

If at least `min_inside` (10) URLs are below the folder and the others are at most `max_percent`
(10) percent of them, the others are reported even if robots.txt names the sitemap: they look like a
mistake. Pages above the folder, such as the homepage, are then not reported.

## Why it matters

By the sitemap protocol, a sitemap in `/blog/` may list only URLs below `/blog/`. Search engines
that follow this rule ignore other URLs. Search Console reports "URL not allowed".

## How to fix it

Add a `Sitemap:` line with this sitemap to robots.txt, or move the sitemap to the root folder of the
host.

## Example

### A sitemap in a folder, not in robots.txt

`sitemaps`

| url | found_by |
|---|---|
| https://example.com/blog/sitemap.xml | given |

`entries`

| sitemap_url | loc | line |
|---|---|---|
| https://example.com/blog/sitemap.xml | https://example.com/shoes/1 | 3 |
| https://example.com/blog/sitemap.xml | https://example.com/blog/1 | 6 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/shoes/1 | https://example.com/blog/sitemap.xml | 3 | https://example.com/shoes/1 | URL below https://example.com/blog/, or a Sitemap line in robots.txt | Add "Sitemap: https://example.com/blog/sitemap.xml" to https://example.com/robots.txt | https://example.com/robots.txt | add | sitemap | https://example.com/blog/sitemap.xml |

### The same sitemap in robots.txt

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com/blog/sitemap.xml |

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/blog/sitemap.xml | https://example.com/shoes/1 |

finds:

nothing

### The sitemap index is in robots.txt

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com/index.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/maps/a.xml |
| https://example.com/maps/a.xml | url | https://example.com/shoes/1 |

finds:

nothing

### A URL on another host is not reported here

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/blog/sitemap.xml | https://other.example/shoes/1 |

finds:

nothing
*/
WITH named AS (
    SELECT url_key AS sitemap_key FROM robots_lines
    WHERE field = 'sitemap' AND url_key IS NOT NULL
    UNION
    SELECT entries.url_key AS sitemap_key
    FROM robots_lines
    INNER JOIN sitemaps ON robots_lines.url_key = sitemaps.url_key
    INNER JOIN entries ON sitemaps.id = entries.sitemap_id
    WHERE
        robots_lines.field = 'sitemap'
        AND entries.kind = 'sitemap'
        AND entries.url_key IS NOT NULL
),

scopes AS (
    SELECT
        id,
        REGEXP_REPLACE(REGEXP_REPLACE(url, '[?].*$', ''), '[^/]*$', '') AS directory,
        url_key IN (SELECT named.sitemap_key FROM named) AS is_named
    FROM sitemaps
),

placed AS (
    SELECT
        entries.url,
        entries.sitemap_id,
        entries.sitemap_url,
        entries.line,
        scopes.directory,
        scopes.is_named,
        LEFT(entries.url, LENGTH(scopes.directory)) = scopes.directory AS is_inside,
        LEFT(scopes.directory, LENGTH(RTRIM(entries.url, '/')) + 1)
        = RTRIM(entries.url, '/') || '/' AS is_above
    FROM entries
    INNER JOIN scopes ON entries.sitemap_id = scopes.id
    WHERE
        entries.kind = 'url'
        AND entries.url IS NOT NULL
        AND REGEXP_EXTRACT(scopes.directory, '^https?://[^/]+') NOT IN (
            SELECT robots.origin FROM robots
            WHERE robots.policy = 'disallow-all'
        )
        AND SPLIT_PART(entries.url, '/', 1) = SPLIT_PART(scopes.directory, '/', 1)
        AND SPLIT_PART(entries.url, '/', 3) = SPLIT_PART(scopes.directory, '/', 3)
),

counted AS (
    SELECT
        sitemap_id,
        COUNT(*) FILTER (WHERE is_inside) AS inside,
        COUNT(*) FILTER (WHERE is_inside) >= $min_inside
        AND 100 * COUNT(*) FILTER (WHERE NOT is_inside AND NOT is_above)
        <= $max_percent * COUNT(*) FILTER (WHERE is_inside) AS is_rare
    FROM placed
    GROUP BY sitemap_id
),

told AS (
    SELECT
        placed.url,
        placed.sitemap_url,
        placed.line,
        placed.directory,
        placed.is_above,
        placed.is_named,
        counted.inside,
        counted.is_rare
    FROM placed
    INNER JOIN counted ON placed.sitemap_id = counted.sitemap_id
    WHERE NOT placed.is_inside
)

SELECT
    url,
    sitemap_url,
    line,
    url AS observed,
    CASE
        WHEN is_named THEN CONCAT('URL below ', directory, ', like ', inside, ' others')
        ELSE CONCAT('URL below ', directory, ', or a Sitemap line in robots.txt')
    END AS expected,
    CASE
        WHEN is_named THEN 'Remove from this sitemap, and list it in that of its folder'
        ELSE CONCAT(
            'Add "Sitemap: ',
            sitemap_url,
            '" to ',
            REGEXP_EXTRACT(directory, '^https?://[^/]+'),
            '/robots.txt'
        )
    END AS fix,
    CASE
        WHEN NOT is_named
            THEN CONCAT(REGEXP_EXTRACT(directory, '^https?://[^/]+'), '/robots.txt')
    END AS change_url,
    CASE WHEN NOT is_named THEN 'add' END AS action,
    CASE WHEN NOT is_named THEN 'sitemap' END AS place,
    CASE WHEN NOT is_named THEN sitemap_url END AS "to"
FROM told
WHERE NOT is_named OR (is_rare AND NOT is_above)

/*
---
severity: warning
cause: is on another site, which does not authorize the index
confidence: medium
basis: documented
engines: [protocol, google, bing]
needs: [sitemaps, entries, robots, robots_lines]
over: index_children
when: "child_url IS NOT NULL"
unknown: >-
  position IN (SELECT foreign_children.position FROM foreign_children WHERE
  foreign_children.sitemap_id = index_children.sitemap_id AND foreign_children.is_agreed IS NULL)
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://www.sitemaps.org/protocol.html#sitemaps_cross_submits
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Cross-site sitemap in sitemap index

## What it finds

A sitemap in the index has another protocol or host than the index, and no robots.txt authorizes it:
neither host's robots.txt lists the sitemap, and the robots.txt of the sitemap's host does not list
the index.

## Why it matters

The sitemap protocol lets a sitemap index list only sitemaps of its own site. Google ignores others
unless robots.txt authorizes them or both sites are verified in Search Console, which an audit
cannot see.

## How to fix it

Move the sitemap to the host of the index, or add a `Sitemap:` line for it to the robots.txt of its
own host. If only `http:` or `www.` differs, correct the site URL in the CMS or sitemap generator.

## Example

### Another host, another protocol, and www

`robots`

| origin | status |
|---|---|
| https://cdn.example.net | 404 |
| http://example.com | 200 |
| https://www.example.com | 200 |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://cdn.example.net/a.xml | 3 |
| https://example.com/index.xml | sitemap | http://example.com/b.xml | 4 |
| https://example.com/index.xml | sitemap | https://www.example.com/c.xml | 5 |
| https://example.com/index.xml | sitemap | https://example.com/d.xml | 6 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://cdn.example.net/a.xml | 3 | https://cdn.example.net | https://example.com, or a Sitemap line in https://cdn.example.net/robots.txt | Add Sitemap: https://cdn.example.net/a.xml to https://cdn.example.net/robots.txt | https://cdn.example.net/robots.txt | add | sitemap | https://cdn.example.net/a.xml |
| https://example.com/index.xml | http://example.com/b.xml | 4 | http://example.com | https://example.com | List only the URL of the sitemap on https://example.com | | | | |
| https://example.com/index.xml | https://www.example.com/c.xml | 5 | https://www.example.com | https://example.com, or a Sitemap line in https://www.example.com/robots.txt | Add Sitemap: https://www.example.com/c.xml to https://www.example.com/robots.txt | https://www.example.com/robots.txt | add | sitemap | https://www.example.com/c.xml |

### Not reported: a robots.txt lists the sitemap or the index

`robots_lines`

| origin | field | value |
|---|---|---|
| https://example.com | sitemap | https://cdn.example.net/a.xml |
| https://maps.example.net | sitemap | https://maps.example.net/b.xml |
| https://shop.example.net | sitemap | https://example.com/index.xml |

`robots`

| origin | status |
|---|---|
| https://cdn.example.net | 404 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://cdn.example.net/a.xml |
| https://example.com/index.xml | sitemap | https://maps.example.net/b.xml |
| https://example.com/index.xml | sitemap | https://shop.example.net/c.xml |

finds:

nothing

### Not checked: robots.txt of the other host returns 503

`robots`

| origin | status |
|---|---|
| https://cdn.example.net | 503 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://cdn.example.net/a.xml |

finds:

nothing
*/
WITH found AS (
    SELECT
        sitemap_id,
        sitemap_url,
        child_url,
        line,
        child_origin,
        index_origin,
        CASE
            WHEN SPLIT_PART(child_origin, '/', 3) = SPLIT_PART(index_origin, '/', 3)
                THEN CONCAT(index_origin, REGEXP_REPLACE(child_url, '^https?://[^/]+', ''))
        END AS twin_url
    FROM foreign_children
    WHERE is_agreed = FALSE
),

twins AS (
    SELECT DISTINCT
        found.sitemap_id,
        found.twin_url
    FROM found
    INNER JOIN sitemaps ON found.twin_url = sitemaps.url
    LEFT JOIN index_children AS child
        ON found.sitemap_id = child.sitemap_id AND found.twin_url = child.child_url
    WHERE
        sitemaps.status = 200
        AND sitemaps.entries + sitemaps.children > 0
        AND child.sitemap_id IS NULL
)

SELECT
    found.sitemap_url,
    found.child_url AS related_url,
    found.line,
    found.child_origin AS observed,
    CASE
        WHEN found.twin_url IS NULL
            THEN
                CONCAT(
                    found.index_origin,
                    ', or a Sitemap line in ',
                    found.child_origin,
                    '/robots.txt'
                )
        ELSE found.index_origin
    END AS expected,
    CASE
        WHEN twins.twin_url IS NOT NULL THEN CONCAT('Replace with ', twins.twin_url)
        WHEN found.twin_url IS NOT NULL
            THEN CONCAT('List only the URL of the sitemap on ', found.index_origin)
        ELSE
            CONCAT(
                'Add Sitemap: ', found.child_url, ' to ', found.child_origin, '/robots.txt'
            )
    END AS fix,
    CASE
        WHEN twins.twin_url IS NOT NULL THEN found.sitemap_url
        WHEN found.twin_url IS NULL THEN CONCAT(found.child_origin, '/robots.txt')
    END AS change_url,
    CASE WHEN twins.twin_url IS NOT NULL THEN 'replace' ELSE 'add' END AS action,
    CASE WHEN twins.twin_url IS NOT NULL THEN 'loc' ELSE 'sitemap' END AS place,
    CASE WHEN twins.twin_url IS NOT NULL THEN found.child_url END AS "from",
    COALESCE(twins.twin_url, found.child_url) AS "to"
FROM found
LEFT JOIN twins ON found.sitemap_id = twins.sitemap_id AND found.twin_url = twins.twin_url

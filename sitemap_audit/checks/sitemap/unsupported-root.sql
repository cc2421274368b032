/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [root-element-unsupported]
known_as:
  Ahrefs: ["Sitemap in the wrong format"]
  Google Search Console: ["Unsupported format"]
needs: [sitemap_problems, sitemaps]
over: sitemap_states
when: "is_promised AND kind IS NOT NULL AND url NOT LIKE '%/robots.txt'"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap of an unknown format

## What it finds

A file that something names as a sitemap and that is none: its root element is not `urlset`,
`sitemapindex`, `rss` or `feed`, or it is neither XML nor a list of URLs. Where entries of a sitemap
(`<url>` with `<loc>`) stand in the wrong root element, they are audited all the same. A robots.txt that is
named is left to `robots/sitemap-url-is-robots-txt`, a document in a sitemap index to
`index/child-is-page`.

## Why it matters

Search engines report an unsupported format and take no URL from it.

## How to fix it

Serve a sitemap at that URL, or correct or delete the line that names it. Names of elements are
case-sensitive: `<urlset>`, not `<UrlSet>`.

## Example

### Another kind of XML

`sitemaps`

| url | kind | root |
|---|---|---|
| https://example.com/sitemap.xml | unknown | products |
| https://example.com/data.json | unknown | |
| https://example.com/pages.xml | urlset | urlset |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/data.json | no format of sitemaps | urlset, sitemapindex, a feed or a list of URLs |
| https://example.com/sitemap.xml | root element products | urlset, sitemapindex, a feed or a list of URLs |

### The root element is misspelt

`sitemaps`

| url | kind | root |
|---|---|---|
| https://example.com/sitemap.xml | urlset | UrlSet |

`sitemap_problems`

| sitemap_url | code | line | column | detail | expected |
|---|---|---|---|---|---|
| https://example.com/sitemap.xml | root | 2 | 1 | root element UrlSet | <urlset> around the entries |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 2 | root element UrlSet (column 1; entries read all the same: 0) | <urlset> around the entries | https://example.com/sitemap.xml | replace | xml | <UrlSet> | <urlset> |

### A URL that was only tried, a robots.txt, a document in an index, an archive

`sitemaps`

| url | found_by | kind | root | compression |
|---|---|---|---|---|
| https://example.com/sitemap.xml | guess | unknown | products | |
| https://example.com/robots.txt | robots | unknown | | |
| https://example.com/prices.pdf | index | unknown | | |
| https://example.com/a.zip | robots | unknown | | zip |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    NULL AS line,
    COALESCE('root element ' || root, 'no format of sitemaps') AS observed,
    'urlset, sitemapindex, a feed or a list of URLs' AS expected,
    CAST(NULL AS VARCHAR) AS change_url,
    CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS place,
    CAST(NULL AS VARCHAR) AS "from",
    CAST(NULL AS VARCHAR) AS "to"
FROM sitemap_states
WHERE
    is_promised
    AND kind = 'unknown'
    AND url NOT LIKE '%/robots.txt'
    AND NOT (found_by = 'index' AND root IS NULL)
    AND stopped_by IS NULL
    AND COALESCE(compression, 'gzip') = 'gzip'
UNION ALL
SELECT
    states.url AS sitemap_url,
    states.found_in AS related_url,
    file_faults.line,
    CONCAT(
        file_faults.detail,
        ' (column ', file_faults.at_column,
        '; entries read all the same: ', states.entries + states.children, ')'
    ) AS observed,
    file_faults.expected,
    CASE
        WHEN LOWER(states.root) IN ('urlset', 'sitemapindex') THEN states.url
    END AS change_url,
    'replace' AS action,
    'xml' AS place,
    CONCAT('<', states.root, '>') AS "from",
    CONCAT('<', LOWER(states.root), '>') AS "to"
FROM sitemap_states AS states
INNER JOIN file_faults ON states.id = file_faults.sitemap_id
WHERE states.is_promised AND file_faults.code = 'root'

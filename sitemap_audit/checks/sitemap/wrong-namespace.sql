/*
---
severity: error
keeps_out: pages
cause: has the wrong namespace
confidence: high
basis: documented
engines: [protocol, google]
aliases: [namespace-missing-or-wrong]
known_as:
  Google Search Console: ["Incorrect namespace"]
needs: [sitemaps, sitemap_problems]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex')"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Wrong sitemap namespace

## What it finds

The root element of an XML sitemap or sitemap index is not in the namespace
`http://www.sitemaps.org/schemas/sitemap/0.9`: it has no namespace, an old one, or a misspelled one
(`https`, a trailing slash). Entries or their elements in another namespace are reported once each.

## Why it matters

A namespace is an identifier and must match exactly. Search Console reports "Incorrect namespace",
and strict parsers find no URL.

## How to fix it

Write `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"` in the root element of the sitemap
template, exactly like this.

## Example

### https instead of http, no namespace

`sitemaps`

| url | namespace |
|---|---|
| https://example.com/a.xml | https://www.sitemaps.org/schemas/sitemap/0.9 |
| https://example.com/b.xml | |
| https://example.com/c.xml | http://www.sitemaps.org/schemas/sitemap/0.9 |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | https://www.sitemaps.org/schemas/sitemap/0.9 | http://www.sitemaps.org/schemas/sitemap/0.9 | Set the namespace to http://www.sitemaps.org/schemas/sitemap/0.9 | https://example.com/a.xml | replace | namespace | https://www.sitemaps.org/schemas/sitemap/0.9 | http://www.sitemaps.org/schemas/sitemap/0.9 |
| https://example.com/b.xml | No namespace | http://www.sitemaps.org/schemas/sitemap/0.9 | Add xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" to the root element | https://example.com/b.xml | add | namespace | | http://www.sitemaps.org/schemas/sitemap/0.9 |

### A trailing slash, an old Google namespace, the namespace of an extension

`sitemaps`

| url | kind | namespace |
|---|---|---|
| https://example.com/a.xml | urlset | http://www.sitemaps.org/schemas/sitemap/0.9/ |
| https://example.com/b.xml | sitemapindex | http://www.google.com/schemas/sitemap/0.84 |
| https://example.com/c.xml | urlset | http://www.google.com/schemas/sitemap-news/0.9 |
| https://example.com/d.xml | rss-2.0 | |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | http://www.sitemaps.org/schemas/sitemap/0.9/ | http://www.sitemaps.org/schemas/sitemap/0.9 | Set the namespace to http://www.sitemaps.org/schemas/sitemap/0.9 | https://example.com/a.xml | replace | namespace | http://www.sitemaps.org/schemas/sitemap/0.9/ | http://www.sitemaps.org/schemas/sitemap/0.9 |
| https://example.com/b.xml | http://www.google.com/schemas/sitemap/0.84 | http://www.sitemaps.org/schemas/sitemap/0.9 | Set the namespace to http://www.sitemaps.org/schemas/sitemap/0.9 | https://example.com/b.xml | replace | namespace | http://www.google.com/schemas/sitemap/0.84 | http://www.sitemaps.org/schemas/sitemap/0.9 |
| https://example.com/c.xml | http://www.google.com/schemas/sitemap-news/0.9 | http://www.sitemaps.org/schemas/sitemap/0.9 | Set the namespace to http://www.sitemaps.org/schemas/sitemap/0.9 | https://example.com/c.xml | replace | namespace | http://www.google.com/schemas/sitemap-news/0.9 | http://www.sitemaps.org/schemas/sitemap/0.9 |

### The correct namespace, files without namespace

`sitemaps`

| url | kind | namespace |
|---|---|---|
| https://example.com/a.xml | urlset | http://www.sitemaps.org/schemas/sitemap/0.9 |
| https://example.com/b.txt | text | |
| https://example.com/c.xml | rss-2.0 | |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CAST(NULL AS INTEGER) AS line,
    COALESCE(namespace, 'No namespace') AS observed,
    'http://www.sitemaps.org/schemas/sitemap/0.9' AS expected,
    CASE
        WHEN namespace IS NULL
            THEN 'Add xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" to the root element'
        ELSE 'Set the namespace to http://www.sitemaps.org/schemas/sitemap/0.9'
    END AS fix,
    url AS change_url,
    CASE WHEN namespace IS NULL THEN 'add' ELSE 'replace' END AS action,
    'namespace' AS place,
    namespace AS "from",
    'http://www.sitemaps.org/schemas/sitemap/0.9' AS "to"
FROM sitemaps
WHERE
    kind IN ('urlset', 'sitemapindex')
    AND COALESCE(namespace, '') <> 'http://www.sitemaps.org/schemas/sitemap/0.9'
UNION ALL
SELECT
    file_faults.sitemap_url,
    file_faults.line,
    REPLACE(file_faults.detail, 'in the namespace (none)', 'without namespace') AS observed,
    file_faults.expected,
    CONCAT('Set the namespace to ', file_faults.expected) AS fix,
    CAST(NULL AS VARCHAR) AS change_url,
    CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS place,
    CAST(NULL AS VARCHAR) AS "from",
    CAST(NULL AS VARCHAR) AS "to"
FROM file_faults
INNER JOIN sitemaps ON file_faults.sitemap_id = sitemaps.id
WHERE
    file_faults.code = 'namespace'
    AND sitemaps.namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/*
---
severity: error
keeps_out: pages
cause: has the wrong namespace
confidence: high
basis: documented
engines: [protocol, google]
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
(`https`, a trailing slash, `xmln=`). Elements of entries in another namespace are reported once for
each namespace. The line is that of the declaration, or of the root element if there is none.

## Why it matters

A namespace is an identifier and must match exactly. Search Console reports "Incorrect namespace",
and strict parsers find no URL.

## How to fix it

Write `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"` in the root element of the sitemap
template, exactly like this.

## Example

### https instead of http, no namespace

`sitemap` https://example.com/a.xml

```xml
<urlset
  xmlns="https://www.sitemaps.org/schemas/sitemap/0.9"/>
```

`sitemap` https://example.com/b.xml

```xml
<?xml version="1.0" encoding="UTF-8"?>
<urlset/>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 2 | https://www.sitemaps.org/schemas/sitemap/0.9 | http://www.sitemaps.org/schemas/sitemap/0.9 | Set the namespace to http://www.sitemaps.org/schemas/sitemap/0.9 | https://example.com/a.xml | replace | namespace | https://www.sitemaps.org/schemas/sitemap/0.9 | http://www.sitemaps.org/schemas/sitemap/0.9 |
| https://example.com/b.xml | 2 | No namespace | http://www.sitemaps.org/schemas/sitemap/0.9 | Add xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" to the root element | https://example.com/b.xml | add | namespace | | xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" |

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
WITH faults AS (
    SELECT
        sitemap_id,
        MIN(line) AS line,
        MIN(excerpt) AS excerpt,
        MIN(REGEXP_EXTRACT(detail, '^<([^:> ]+):[^>]+>', 1)) AS prefix
    FROM file_faults
    WHERE code = 'namespace' AND REGEXP_MATCHES(detail, '^<([^:> ]+:)?(urlset|sitemapindex)> ')
    GROUP BY sitemap_id
),

roots AS (
    SELECT
        sitemaps.id,
        sitemaps.url,
        sitemaps.namespace,
        faults.line,
        faults.excerpt,
        CASE
            WHEN faults.prefix <> '' THEN CONCAT('xmlns:', faults.prefix)
            ELSE 'xmlns'
        END AS attribute
    FROM sitemaps
    LEFT JOIN faults ON sitemaps.id = faults.sitemap_id
    WHERE
        sitemaps.kind IN ('urlset', 'sitemapindex')
        AND COALESCE(sitemaps.namespace, '') <> 'http://www.sitemaps.org/schemas/sitemap/0.9'
)

SELECT
    url AS sitemap_url,
    line,
    COALESCE(namespace, 'No namespace') AS observed,
    'http://www.sitemaps.org/schemas/sitemap/0.9' AS expected,
    CASE
        WHEN namespace IS NULL
            THEN CONCAT(
                COALESCE('Replace ' || excerpt || ' with ', 'Add '), attribute,
                '="http://www.sitemaps.org/schemas/sitemap/0.9"',
                CASE WHEN excerpt IS NULL THEN ' to the root element' END
            )
        ELSE 'Set the namespace to http://www.sitemaps.org/schemas/sitemap/0.9'
    END AS fix,
    url AS change_url,
    CASE WHEN COALESCE(namespace, excerpt) IS NULL THEN 'add' ELSE 'replace' END AS action,
    'namespace' AS place,
    COALESCE(namespace, excerpt) AS "from",
    CASE
        WHEN namespace IS NULL
            THEN CONCAT(attribute, '="http://www.sitemaps.org/schemas/sitemap/0.9"')
        ELSE 'http://www.sitemaps.org/schemas/sitemap/0.9'
    END AS "to"
FROM roots
UNION ALL
SELECT
    file_faults.sitemap_url,
    file_faults.line,
    REPLACE(file_faults.observed, 'in the namespace (none)', 'without namespace') AS observed,
    file_faults.expected,
    CASE
        WHEN file_faults.excerpt IS NOT NULL THEN CONCAT('Remove ', file_faults.excerpt)
        WHEN file_faults.expected LIKE 'xmlns%'
            THEN CONCAT('Replace with ', file_faults.expected)
        WHEN file_faults.detail LIKE '% (none)'
            THEN CONCAT('Add xmlns="', file_faults.expected, '" to the root element')
        ELSE CONCAT('Set the namespace to ', file_faults.expected)
    END AS fix,
    file_faults.sitemap_url AS change_url,
    CASE
        WHEN file_faults.excerpt IS NOT NULL THEN 'remove'
        WHEN file_faults.detail LIKE '% (none)' THEN 'add'
        ELSE 'replace'
    END AS action,
    'namespace' AS place,
    CASE
        WHEN file_faults.excerpt IS NOT NULL THEN file_faults.excerpt
        WHEN file_faults.expected LIKE 'xmlns%' THEN file_faults.detail
        WHEN file_faults.detail LIKE '% (none)' THEN NULL
        ELSE REGEXP_EXTRACT(file_faults.detail, ' in the namespace (.*)$', 1)
    END AS "from",
    CASE
        WHEN file_faults.excerpt IS NOT NULL THEN NULL
        WHEN file_faults.detail LIKE '% (none)' THEN CONCAT('xmlns="', file_faults.expected, '"')
        ELSE file_faults.expected
    END AS "to"
FROM file_faults
INNER JOIN sitemaps ON file_faults.sitemap_id = sitemaps.id
WHERE
    file_faults.code = 'namespace'
    AND sitemaps.namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9'

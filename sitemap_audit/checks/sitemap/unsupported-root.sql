/*
---
severity: error
keeps_out: pages
cause: has an unsupported format
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap in the wrong format"]
  Google Search Console: ["Unsupported format"]
needs: [sitemap_problems, sitemaps]
over: sitemap_states
when: >-
  is_promised AND kind IS NOT NULL AND NOT (url LIKE '%/robots.txt' AND found_by = 'robots')
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Unsupported sitemap format

## What it finds

A file listed as a sitemap is not a sitemap: its root element is not `urlset`, `sitemapindex`, `rss`
or `feed`, all its entries have a name such as `Url`, or it is neither XML nor a list of URLs. Entries (`<url>` with `<loc>`) in a wrong root
element are audited. A robots.txt listed as a sitemap is reported by
`robots/sitemap-url-is-robots-txt`, a document in a sitemap index by `index/child-is-page`.

## Why it matters

Search Console reports "Unsupported format". Search engines read no URL from the file.

## How to fix it

Return a sitemap at this URL, or correct the Sitemap line in robots.txt. If the root element is
misspelled, correct it in the template: names are case-sensitive (`<urlset>`, not `<UrlSet>`).

## Example

### Another kind of XML

`sitemaps`

| url | kind | root |
|---|---|---|
| https://example.com/sitemap.xml | unknown | products |
| https://example.com/data.json | unknown | |
| https://example.com/pages.xml | urlset | urlset |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/data.json | Not a sitemap format | <urlset>, <sitemapindex>, a feed or a list of URLs | Return a sitemap at this URL |
| https://example.com/sitemap.xml | Root element <products> | <urlset>, <sitemapindex>, a feed or a list of URLs | Return a sitemap at this URL |

### A misspelled root element

`sitemaps`

| url | kind | root |
|---|---|---|
| https://example.com/sitemap.xml | urlset | UrlSet |

`sitemap_problems`

| sitemap_url | code | line | column | detail | expected |
|---|---|---|---|---|---|
| https://example.com/sitemap.xml | root | 2 | 1 | Root element <UrlSet> | Root element <urlset> |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 2 | Root element <UrlSet> (column 1; entries read: 0) | Root element <urlset> | Replace <UrlSet> with <urlset> | https://example.com/sitemap.xml | replace | xml | <UrlSet> | <urlset> |

### A root element around the sitemap's own

`sitemap`

```xml
<?xml version="1.0" encoding="UTF-8"?>
<response>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.com/a</loc></url>
</urlset>
</response>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 2 | Root element <response> (column 1; entries read: 1) | Root element <urlset>, with no element around it | Remove the tags <response> and </response> around <urlset>, and keep <urlset> | https://example.com/sitemap.xml | remove | xml | the tags <response> and </response> around <urlset> |

### A guessed URL, a robots.txt, a document in an index, a zip file

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
    states.url AS sitemap_url,
    COALESCE(written.source_url, states.found_in) AS related_url,
    NULL AS line,
    COALESCE('Root element <' || states.root || '>', 'Not a sitemap format') AS observed,
    CASE
        WHEN LOWER(states.root) IN ('urlset', 'sitemapindex')
            THEN CONCAT('Root element <', LOWER(states.root), '>, all names in lower case')
        ELSE '<urlset>, <sitemapindex>, a feed or a list of URLs'
    END AS expected,
    CASE
        WHEN LOWER(states.root) IN ('urlset', 'sitemapindex')
            THEN CONCAT(
                'Replace <', states.root, '> with <', LOWER(states.root),
                '>, and write all names in lower case'
            )
        WHEN states.found_by = 'redirect' THEN written.fix
        ELSE 'Return a sitemap at this URL'
    END AS fix,
    CASE
        WHEN
            states.found_by = 'redirect'
            AND LOWER(states.root) NOT IN ('urlset', 'sitemapindex')
            THEN written.change_url
    END AS change_url,
    'remove' AS action,
    written.place,
    written.value AS "from",
    CAST(NULL AS VARCHAR) AS "to"
FROM sitemap_states AS states
LEFT JOIN written_sitemaps AS written
    ON states.url = written.url AND states.found_in = written.found_in
WHERE
    states.is_promised
    AND states.kind = 'unknown'
    AND NOT (states.url LIKE '%/robots.txt' AND states.found_by = 'robots')
    AND NOT (states.found_by = 'index' AND states.root IS NULL)
    AND states.stopped_by IS NULL
    AND COALESCE(states.compression, 'gzip') = 'gzip'
UNION ALL
SELECT
    states.url AS sitemap_url,
    states.found_in AS related_url,
    file_faults.line,
    CONCAT(
        file_faults.detail, ' (',
        'column ' || file_faults.at_column || '; ',
        'entries read: ', states.entries + states.children, ')'
    ) AS observed,
    file_faults.expected,
    CASE
        WHEN file_faults.expected LIKE '%around it'
            THEN CONCAT(
                CASE
                    WHEN file_faults.expected LIKE '%nothing around it' THEN 'Remove everything'
                    ELSE CONCAT('Remove the tags <', states.root, '> and </', states.root, '>')
                END,
                ' around <', states.kind, '>, and keep <', states.kind, '>'
            )
        ELSE CONCAT(
            'Replace ', REGEXP_EXTRACT(file_faults.detail, '(<[^>]+>)', 1), ' with ',
            REPLACE(
                REPLACE(file_faults.expected, 'Root element ', ''),
                ', all names', ', and write all names'
            )
        )
    END AS fix,
    CASE
        WHEN file_faults.expected LIKE '%nothing around it' THEN NULL
        WHEN file_faults.expected LIKE '%around it' THEN states.url
        WHEN LOWER(states.root) IN ('urlset', 'sitemapindex') THEN states.url
    END AS change_url,
    CASE WHEN file_faults.expected LIKE '%around it' THEN 'remove' ELSE 'replace' END AS action,
    'xml' AS place,
    CASE
        WHEN file_faults.expected LIKE '%around it'
            THEN CONCAT(
                'the tags <', states.root, '> and </', states.root, '> around <', states.kind, '>'
            )
        ELSE REGEXP_EXTRACT(file_faults.detail, '(<[^>]+>)', 1)
    END AS "from",
    CASE
        WHEN file_faults.expected NOT LIKE '%around it'
            THEN REGEXP_EXTRACT(file_faults.expected, '(<[^>]+>)', 1)
    END AS "to"
FROM sitemap_states AS states
INNER JOIN file_faults ON states.id = file_faults.sitemap_id
WHERE states.is_promised AND file_faults.code = 'root'

/*
---
severity: error
keeps_out: pages
cause: is not well-formed XML
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap has syntax error"]
  Google Search Console: ["Parsing error"]
  Semrush: ["Format errors in sitemap.xml files"]
  squirrelscan: ["sitemap-valid"]
fix: escape
needs: [entries, sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap is not well-formed XML

## What it finds

An XML sitemap or feed breaks the syntax of XML: an unescaped `&`, a tag that is not closed, a
missing quotation mark, a character such as an emoji written as two references to surrogates
(`&#55356;&#57118;` in place of `&#127774;`). Each error is reported with its line and column, and
with the number of entries whose URL could still be read. These entries are audited. A URL at the
point where the file is truncated is not audited.

## Why it matters

Strict parsers stop at the first error and read nothing after it. Search Console reports "Parsing
error".

## How to fix it

Generate the file with an XML library or a CMS plugin instead of a text template. Write `&` as
`&amp;` in URLs.

## Example

### One file with the fault, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | column | detail | excerpt | expected |
|---|---|---|---|---|---|---|
| https://example.com/a.xml | not-well-formed | 5 | 31 | Unescaped & | https://example.com/?a=1&b=2 | &amp; |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Unescaped &: https://example.com/?a=1&b=2 (column 31; entries read: 0) | &amp; | Replace & with &amp; | https://example.com/a.xml | replace | xml | & | &amp; |

### A character written as references to its surrogates

`sitemap`

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://example.com/a</loc>
<image:image><image:loc>https://example.com/a.png</image:loc>
<image:title>&#55356;&#57118; Dawn</image:title></image:image></url>
</urlset>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 4 | References to surrogates: &#55356;&#57118;: <image:title>&#55356;&#57118; Dawn</image:title></image:image></url> (column 22; entries read: 1) | &#127774; or 🌞 | Replace &#55356;&#57118; with &#127774; or 🌞 | https://example.com/sitemap.xml | replace | xml | &#55356;&#57118; | &#127774; |

### A truncated file; an entry with an invalid URL is not counted

`entries`

| sitemap_url | loc | loc_problem |
|---|---|---|
| https://example.com/a.xml | https://example.com/1 | |
| https://example.com/a.xml | https://example.com/2 | |
| https://example.com/a.xml | https://exam<ple.com/3 | malformed |

`sitemap_problems`

| sitemap_url | code | line | detail | expected |
|---|---|---|---|---|
| https://example.com/a.xml | not-well-formed | 5 | File ends before </urlset> | Well-formed XML |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | 5 | File ends before </urlset> (entries read: 2) | Well-formed XML | Return the complete file |

### An HTML page, a corrupt gzip file

`sitemaps`

| url | kind | stopped_by | complete |
|---|---|---|---|
| https://example.com/c.xml | html | | true |
| https://example.com/d.xml.gz | urlset | gzip | false |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | not-well-formed | Unescaped & |
| https://example.com/d.xml.gz | not-well-formed | Unescaped & |

finds:

nothing
*/
WITH saved AS (
    SELECT
        entries.sitemap_id,
        COUNT(entries.loc) AS total
    FROM entries
    WHERE
        COALESCE(entries.loc_problem, '') <> 'malformed'
        AND entries.sitemap_id IN (
            SELECT file_faults.sitemap_id
            FROM file_faults
            WHERE file_faults.code = 'not-well-formed'
        )
    GROUP BY entries.sitemap_id
)

SELECT
    file_faults.sitemap_url,
    file_faults.line,
    CONCAT(
        file_faults.observed,
        ' (',
        CONCAT_WS(
            '; ',
            'column ' || file_faults.at_column,
            'entries read: ' || COALESCE(saved.total, 0)
        ),
        ')'
    ) AS observed,
    file_faults.expected,
    CASE
        WHEN file_faults.detail LIKE 'References to surrogates: %'
            THEN CONCAT(
                'Replace ', REPLACE(file_faults.detail, 'References to surrogates: ', ''),
                ' with ', file_faults.expected
            )
        WHEN file_faults.detail LIKE 'Reference to %'
            THEN CONCAT(
                CASE
                    WHEN file_faults.detail LIKE '%surrogate%'
                        THEN 'Write the character itself, or remove '
                    ELSE 'Remove '
                END,
                REGEXP_EXTRACT(file_faults.detail, '(\S+)$', 1)
            )
        WHEN file_faults.detail = 'Unescaped &' THEN 'Replace & with &amp;'
        WHEN file_faults.detail LIKE 'Unescaped <%' THEN 'Replace < with &lt;'
        WHEN file_faults.expected LIKE '</%' THEN CONCAT('Add ', file_faults.expected)
        WHEN file_faults.expected LIKE 'Root element %'
            THEN CONCAT('Add the root element ', REPLACE(file_faults.expected, 'Root element ', ''))
        WHEN file_faults.detail LIKE 'File ends before %' THEN 'Return the complete file'
        ELSE 'Correct the XML'
    END AS fix,
    CASE
        WHEN file_faults.detail LIKE 'References to surrogates: %' THEN file_faults.sitemap_url
        WHEN file_faults.detail IN ('Unescaped &', '& is not escaped')
            THEN file_faults.sitemap_url
    END AS change_url,
    'replace' AS action,
    'xml' AS place,
    CASE
        WHEN file_faults.detail LIKE 'References to surrogates: %'
            THEN REPLACE(file_faults.detail, 'References to surrogates: ', '')
        ELSE '&'
    END AS "from",
    CASE
        WHEN file_faults.detail LIKE 'References to surrogates: %'
            THEN REGEXP_EXTRACT(file_faults.expected, '^(\S+)', 1)
        ELSE '&amp;'
    END AS "to"
FROM file_faults
LEFT JOIN saved ON file_faults.sitemap_id = saved.sitemap_id
WHERE file_faults.code = 'not-well-formed'

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [xml-not-well-formed]
known_as:
  Ahrefs: ["Sitemap has syntax error"]
  Google Search Console: ["Parsing error"]
  Semrush: ["Format errors in sitemap.xml files"]
  squirrelscan: ["sitemap-valid"]
needs: [entries, sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that is not well-formed XML

## What it finds

An XML sitemap or feed that breaks the rules of XML: an `&` that is not escaped, a tag that is not
closed, a quotation mark that is missing. Each fault is reported with its line and column, and with
the number of entries of the file whose URL can be read all the same. These entries are audited. A
URL that the file ends in is not: the rest of it is missing.

## Why it matters

A strict reader stops at the first fault, and what comes after it is not read. Search Console
reports a parsing error.

## How to fix it

Have the file written by an XML library in place of a text template. In addresses, `&` must be
written `&amp;`.

## Example

### One file with the fault, and one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | column | detail | excerpt | expected |
|---|---|---|---|---|---|---|
| https://example.com/a.xml | not-well-formed | 5 | 31 | & is not escaped | https://example.com/?a=1&b=2 | &amp; |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | & is not escaped: https://example.com/?a=1&b=2 (column 31; entries saved: 0) | &amp; | https://example.com/a.xml | replace | xml | & | &amp; |

### What could be saved of a file that ends too early; an entry whose URL is damaged is not

`entries`

| sitemap_url | loc | loc_problem |
|---|---|---|
| https://example.com/a.xml | https://example.com/1 | |
| https://example.com/a.xml | https://example.com/2 | |
| https://example.com/a.xml | https://exam<ple.com/3 | malformed |

`sitemap_problems`

| sitemap_url | code | line | detail | expected |
|---|---|---|---|---|
| https://example.com/a.xml | not-well-formed | 5 | the file ends before </urlset> | well-formed XML |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | the file ends before </urlset> (entries saved: 2) | well-formed XML |

### In a page, and in an archive that is damaged

`sitemaps`

| url | kind | stopped_by | complete |
|---|---|---|---|
| https://example.com/c.xml | html | | true |
| https://example.com/d.xml.gz | urlset | gzip | false |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | not-well-formed | & is not escaped |
| https://example.com/d.xml.gz | not-well-formed | & is not escaped |

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
        CONCAT_WS(': ', file_faults.detail, file_faults.excerpt),
        ' (',
        CONCAT_WS(
            '; ',
            'column ' || file_faults.at_column,
            'entries saved: ' || COALESCE(saved.total, 0)
        ),
        ')'
    ) AS observed,
    file_faults.expected,
    CASE
        WHEN file_faults.detail = '& is not escaped' THEN file_faults.sitemap_url
    END AS change_url,
    'replace' AS action,
    'xml' AS place,
    '&' AS "from",
    '&amp;' AS "to"
FROM file_faults
LEFT JOIN saved ON file_faults.sitemap_id = saved.sitemap_id
WHERE file_faults.code = 'not-well-formed'

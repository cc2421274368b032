/*
---
severity: error
keeps_out: pages
cause: is declared in an encoding that it does not have
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind NOT IN ('html', 'empty', 'unknown')"
see:
  - https://www.w3.org/TR/xml/#charencoding
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.2.0
---
# Declared encoding is not the sitemap's

## What it finds

The XML declaration or the charset of the Content-Type header names an encoding in which the file
cannot be read (`encoding="utf-16"` in a file of UTF-8), or the declaration names one that does not
exist. Or the file is declared in ASCII or in another encoding in which ASCII is the same, such as
ISO-8859-1, and its non-ASCII characters are UTF-8. Such a file is read as the UTF-8 that it is, and
so are its URLs in other findings.

## Why it matters

By the XML specification, a file in another encoding than the declared one is a fatal error: a
parser stops at the first line and reads no URL. Search Console reports "Parsing error". UTF-8 that
is declared as ISO-8859-1 is read, but each non-ASCII character in a URL becomes two wrong ones.

## How to fix it

Write `<?xml version="1.0" encoding="UTF-8"?>` as the first line. Programs that write XML into a
string often declare UTF-16 (.NET: `StringWriter`): write into a stream with UTF-8 instead. Set no
other charset in the Content-Type header.

## Example

### UTF-16 declared in a file of UTF-8

`sitemap` https://example.com/a.xml

```xml
<?xml version="1.0" encoding="utf-16"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

`sitemap` https://example.com/b.xml
Content-Type: application/xml; charset=utf-16

```xml
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 1 | XML declaration: utf-16; file: utf-8 | encoding="UTF-8" in the XML declaration | Write encoding="UTF-8" in the XML declaration | https://example.com/a.xml | replace | encoding | utf-16 | UTF-8 |
| https://example.com/b.xml | | Content-Type: utf-16; file: utf-8 | charset=utf-8 in Content-Type | Write charset=utf-8 in Content-Type | https://example.com/b.xml | replace | header | Content-Type: application/xml; charset=utf-16 | Content-Type: application/xml; charset=utf-8 |

### UTF-8 declared as UTF-8, an HTML page

`sitemap` https://example.com/a.xml

```xml
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

`sitemap` https://example.com/page

```
<?xml version="1.0" encoding="utf-16"?>
<html></html>
```

finds:

nothing
*/
SELECT
    file_faults.sitemap_url,
    file_faults.line,
    file_faults.observed,
    file_faults.expected,
    CASE
        WHEN file_faults.expected <> 'UTF-8' THEN CONCAT('Write ', file_faults.expected)
        WHEN LOWER(sitemaps.encoding_declared) <> 'utf-8'
            THEN 'Encode the file as UTF-8, and write encoding="UTF-8" in the XML declaration'
        ELSE 'Encode the file as UTF-8'
    END AS fix,
    file_faults.sitemap_url AS change_url,
    'replace' AS action,
    CASE
        WHEN file_faults.expected = 'UTF-8' OR file_faults.detail LIKE 'XML %' THEN 'encoding'
        ELSE 'header'
    END AS place,
    CASE
        WHEN file_faults.expected = 'UTF-8' THEN sitemaps.encoding
        WHEN file_faults.detail LIKE 'XML %' THEN sitemaps.encoding_declared
        ELSE CONCAT('Content-Type: ', sitemaps.content_type)
    END AS "from",
    CASE
        WHEN file_faults.expected = 'UTF-8' OR file_faults.detail LIKE 'XML %' THEN 'UTF-8'
        ELSE CONCAT(
            'Content-Type: ', REPLACE(sitemaps.content_type, sitemaps.encoding_header, 'utf-8')
        )
    END AS "to"
FROM file_faults
INNER JOIN sitemaps ON file_faults.sitemap_id = sitemaps.id
WHERE file_faults.code = 'encoding-false'

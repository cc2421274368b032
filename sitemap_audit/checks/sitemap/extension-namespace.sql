/*
---
severity: error
cause: has a wrong or undeclared namespace of an extension
confidence: high
basis: documented
engines: [protocol, google]
known_as:
  Google Search Console: ["Incorrect namespace"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Wrong or undeclared extension namespace

## What it finds

The prefix of an extension element (`xhtml:link`, `image:image`, `video:video`, `news:news`) or of
an attribute of the root element (`xsi:schemaLocation`) is not declared, is declared with another
namespace than the extension's, or its declaration is misspelled (`xmln:xhtml=`). The line is that
of the declaration, or of the root element if there is none.

## Why it matters

With an undeclared prefix the file is not well-formed XML, and strict parsers reject it. With a
wrong namespace Google ignores the elements: hreflang annotations, images, videos or news are lost.
Search Console reports "Incorrect namespace".

## How to fix it

Declare the prefix in the root element of the sitemap template, with exactly the namespace in the
documentation of the extension.

## Example

### A prefix that is not declared, one in a misspelled attribute, https in place of http

`sitemap` https://example.com/a.xml

```xml
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.com/a</loc><image:image><image:loc>https://example.com/a.png</image:loc></image:image></url>
</urlset>
```

`sitemap` https://example.com/b.xml

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmln:xhtml="http://www.w3.org/1999/xhtml">
<url><loc>https://example.com/b</loc><xhtml:link rel="alternate" hreflang="de" href="https://example.com/de"/></url>
</urlset>
```

`sitemap` https://example.com/c.xml

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns:image="https://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://example.com/c</loc><image:image><image:loc>https://example.com/c.png</image:loc></image:image></url>
</urlset>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 2 | Prefix image not declared (used on line 3) | xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" | Add xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" to the root element | https://example.com/a.xml | add | namespace | | xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" |
| https://example.com/b.xml | 2 | xmln:xhtml="http://www.w3.org/1999/xhtml" | xmlns:xhtml="http://www.w3.org/1999/xhtml" | Replace with xmlns:xhtml="http://www.w3.org/1999/xhtml" | https://example.com/b.xml | replace | namespace | xmln:xhtml="http://www.w3.org/1999/xhtml" | xmlns:xhtml="http://www.w3.org/1999/xhtml" |
| https://example.com/c.xml | 2 | Namespace of image elements: https://www.google.com/schemas/sitemap-image/1.1 | http://www.google.com/schemas/sitemap-image/1.1 | Set the namespace to http://www.google.com/schemas/sitemap-image/1.1 | https://example.com/c.xml | replace | namespace | https://www.google.com/schemas/sitemap-image/1.1 | http://www.google.com/schemas/sitemap-image/1.1 |
*/
WITH faults AS (
    SELECT
        sitemap_url,
        line,
        detail,
        observed,
        expected,
        CASE
            WHEN detail LIKE 'Prefix %' AND expected LIKE '%…%' THEN 'unknown'
            WHEN detail LIKE 'Prefix %' THEN 'undeclared'
            WHEN detail LIKE 'Namespace of %' THEN 'wrong'
            ELSE 'misspelled'
        END AS form
    FROM file_faults
    WHERE code = 'extension-namespace'
)

SELECT
    sitemap_url,
    line,
    observed,
    CASE WHEN form = 'unknown' THEN 'Declared in the root element' ELSE expected END AS expected,
    CASE form
        WHEN 'unknown' THEN 'Add the namespace declaration to the root element'
        WHEN 'undeclared' THEN CONCAT('Add ', expected, ' to the root element')
        WHEN 'misspelled' THEN CONCAT('Replace with ', expected)
        ELSE CONCAT('Set the namespace to ', expected)
    END AS fix,
    CASE WHEN form <> 'unknown' AND line IS NOT NULL THEN sitemap_url END AS change_url,
    CASE WHEN form = 'undeclared' THEN 'add' ELSE 'replace' END AS action,
    'namespace' AS place,
    CASE form
        WHEN 'misspelled' THEN detail
        WHEN 'wrong' THEN REGEXP_EXTRACT(detail, '^Namespace of \S+ elements: (.*)$', 1)
    END AS "from",
    expected AS "to"
FROM faults

/*
---
severity: error
cause: has a wrong or undeclared namespace of an extension
confidence: high
basis: documented
engines: [protocol, google]
aliases: [extension-namespace-undeclared, hreflang-sitemap-namespace]
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

The prefix of an extension element (`xhtml:link`, `image:image`, `video:video`, `news:news`) is not
declared, or is declared with another namespace than the extension's.

## Why it matters

With an undeclared prefix the file is not well-formed XML, and strict parsers reject it. With a
wrong namespace Google ignores the elements: hreflang annotations, images, videos or news are lost.
Search Console reports "Incorrect namespace".

## How to fix it

Declare the prefix in the root element of the sitemap template, with exactly the namespace in the
documentation of the extension.

## Example

### One file with the fault, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | extension-namespace | 5 | Prefix xhtml not declared |  | xmlns:xhtml="http://www.w3.org/1999/xhtml" |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Prefix xhtml not declared | xmlns:xhtml="http://www.w3.org/1999/xhtml" | Add xmlns:xhtml="http://www.w3.org/1999/xhtml" to the root element | https://example.com/a.xml | add | namespace | xmlns:xhtml="http://www.w3.org/1999/xhtml" |
*/
SELECT
    sitemap_url,
    line,
    observed,
    CASE
        WHEN expected LIKE '%…%' THEN 'Declared in the root element'
        ELSE expected
    END AS expected,
    CASE
        WHEN expected LIKE '%…%' THEN 'Add the namespace declaration to the root element'
        WHEN expected LIKE 'xmlns%' THEN CONCAT('Add ', expected, ' to the root element')
        ELSE CONCAT('Set the namespace to ', expected)
    END AS fix,
    CASE WHEN expected LIKE 'xmlns%' AND expected NOT LIKE '%…%' THEN sitemap_url END AS change_url,
    'add' AS action,
    'namespace' AS place,
    expected AS "to"
FROM file_faults
WHERE code = 'extension-namespace'

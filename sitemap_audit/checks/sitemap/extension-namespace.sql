/*
---
severity: error
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
# Extension with a wrong or missing namespace

## What it finds

Elements of an extension (`xhtml:link`, `image:image`, `video:video`, `news:news`) whose prefix is
not declared, or is bound to another namespace than the extension's.

## Why it matters

An undeclared prefix makes the whole file unreadable to a strict reader; a wrong namespace makes the
elements mean nothing, so that alternates, images, videos or news are lost.

## How to fix it

Declare the prefix in the root element with exactly the namespace that the extension's documentation
gives.

## Example

### One file with the fault, and one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | extension-namespace | 5 | the prefix xhtml is not declared |  | xmlns:xhtml="http://www.w3.org/1999/xhtml" |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | the prefix xhtml is not declared | xmlns:xhtml="http://www.w3.org/1999/xhtml" | https://example.com/a.xml | add | namespace | xmlns:xhtml="http://www.w3.org/1999/xhtml" |
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE WHEN expected LIKE 'xmlns%' AND expected NOT LIKE '%…%' THEN sitemap_url END AS change_url,
    'add' AS action,
    'namespace' AS place,
    expected AS "to"
FROM file_faults
WHERE code = 'extension-namespace'

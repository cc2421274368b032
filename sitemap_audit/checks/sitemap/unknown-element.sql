/*
---
severity: warning
cause: has an unknown element
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Yandex: ["Unknown tag"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Unknown element in sitemap

## What it finds

A sitemap contains an element that neither the sitemap protocol nor an extension defines at this
place. Often it is misspelled (`<lastMod>`, `<video:upload_date>`), without the namespace of its
extension (`<link>`, `<image>`, `<PageMap>`), or outside its parent (an `<image:loc>` without
`<image:image>`). Names are case-sensitive. An element of an extension is reported once per file.
One that stands for a required element (`<image:url>`) is reported by `image/loc-missing`,
`video/required-missing` or `news/required-missing`.

## Why it matters

Search engines ignore the element and its value. Yandex Webmaster reports "Unknown tag", and Search
Console reports the XML as invalid.

## How to fix it

Correct the name of the element in the sitemap template or plugin, add the prefix or the namespace
of its extension, or remove the element.

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
| https://example.com/a.xml | unknown-element | 5 | <lastMod> in an entry |  | <lastmod> |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | <lastMod> in an entry | <lastmod> | Replace with <lastmod> | https://example.com/a.xml | replace | xml | <lastMod> | <lastmod> |

### Elements of extensions: misnamed, without namespace, outside

`sitemap`

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc>https://example.com/a</loc><video:video><video:upload_date>2026-01-15</video:upload_date></video:video></url>
<url><loc>https://example.com/b</loc><PageMap><DataObject type="thumbnail"/></PageMap></url>
<url><loc>https://example.com/c</loc><image:loc>https://example.com/c.png</image:loc></url>
<url><loc>https://example.com/d</loc><image:image><image:loc>https://example.com/d.png</image:loc><image:alt>D</image:alt></image:image></url>
</urlset>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 2 | <video:upload_date> in <video:video> | <video:publication_date> | Replace with <video:publication_date> | https://example.com/sitemap.xml | replace | xml | <video:upload_date> | <video:publication_date> |
| https://example.com/sitemap.xml | 3 | <PageMap> in an entry | <PageMap> in the namespace http://www.google.com/schemas/sitemap-pagemap/1.0 | Replace with <PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"> | https://example.com/sitemap.xml | replace | xml | <PageMap> | <PageMap xmlns="http://www.google.com/schemas/sitemap-pagemap/1.0"> |
| https://example.com/sitemap.xml | 4 | <image:loc> in an entry | Inside <image:image> | Add <image:image> around the element | | | | | |
| https://example.com/sitemap.xml | 5 | <image:alt> in <image:image> | An element of the image extension | Remove the element, or correct its name | | | | | |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | unknown-element | <Loc> in an entry |

finds:

nothing
*/
WITH unknown AS (
    SELECT
        sitemap_url,
        line,
        detail,
        observed,
        expected,
        REGEXP_EXTRACT(detail, '^(<[^>]+>)', 1) AS name,
        REGEXP_EXTRACT(expected, '^(<[^>]+>)$', 1) AS meant,
        REGEXP_EXTRACT(expected, '^<([^:>]+:)?([^>]+)> in the namespace ', 2) AS local_name,
        REGEXP_EXTRACT(expected, ' in the namespace (\S+)$', 1) AS namespace,
        CASE
            WHEN detail LIKE '% in an entry of a sitemap index' THEN 'needless'
            WHEN detail LIKE '<link> in the %' THEN 'link'
            WHEN LOWER(REGEXP_EXTRACT(detail, '^(<[^>]+>)', 1)) = expected THEN 'miscased'
            WHEN REGEXP_MATCHES(detail, ' in <([^:>]+:)?(urlset|sitemapindex)>$') THEN 'stray'
        END AS form
    FROM file_faults
    WHERE code = 'unknown-element'
),

judged AS (
    SELECT
        sitemap_url,
        line,
        detail,
        observed,
        expected,
        name,
        form,
        CASE
            WHEN form IN ('needless', 'stray') THEN NULL
            WHEN form = 'link' THEN '<xhtml:link>'
            WHEN namespace <> '' THEN CONCAT('<', local_name, ' xmlns="', namespace, '">')
            WHEN meant <> '' THEN meant
        END AS wanted
    FROM unknown
)

SELECT
    sitemap_url,
    line,
    observed,
    expected,
    CASE
        WHEN form = 'needless' THEN CONCAT('Remove ', name)
        WHEN wanted IS NOT NULL THEN CONCAT('Replace with ', wanted)
        WHEN form = 'stray' AND expected LIKE 'Inside %'
            THEN CONCAT(
                'Move it into the ', REPLACE(expected, 'Inside ', ''), ' that it belongs to'
            )
        WHEN form = 'stray' AND REGEXP_MATCHES(name, '^<(lastmod|changefreq|priority)>$')
            THEN CONCAT('Move it into the ', expected, ' that it belongs to')
        WHEN expected LIKE 'Inside %'
            THEN CONCAT('Add ', REPLACE(expected, 'Inside ', ''), ' around the element')
        ELSE 'Remove the element, or correct its name'
    END AS fix,
    CASE WHEN form = 'needless' OR wanted IS NOT NULL THEN sitemap_url END AS change_url,
    CASE WHEN form = 'needless' THEN 'remove' ELSE 'replace' END AS action,
    'xml' AS place,
    name AS "from",
    wanted AS "to"
FROM judged

/*
---
severity: error
keeps_out: pages
cause: has entries where search engines do not read them
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd
  - https://support.google.com/webmasters/answer/7451001
since: 0.2.0
---
# Entries not directly in the root element

## What it finds

Entries of a sitemap, sitemap index or feed are in another element than the format allows: a
`<urlset>` in the `<urlset>`, a wrapper such as `<urls>`, a `<url>` in a `<url>`, an RSS `<item>`
outside `<channel>`, a `<loc>` without `<url>`. Or they are text: URLs, or markup that is escaped
(`&lt;url&gt;`) or in CDATA. Each kind is reported once per file, at its first
place, with the number of entries. The entries are audited.

## Why it matters

By the schema, `<url>` is directly in `<urlset>`, and `<sitemap>` directly in `<sitemapindex>`.
Search engines read no entry at another place. If all entries are there, the file is an empty
sitemap for them, and Search Console reports an invalid or a missing XML tag.

## How to fix it

Remove the start tag and the end tag of the wrapper in the template or plugin, and keep the entries
in it. A template that prints the root element is often included in another that prints it too.

## Example

### A root element in the root element, without and with other entries

`sitemap` https://example.com/a.xml

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<urlset>
<url><loc>https://example.com/1</loc></url>
<url><loc>https://example.com/2</loc></url>
</urlset>
</urlset>
```

`sitemap` https://example.com/b.xml

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.com/3</loc></url>
<pages><url><loc>https://example.com/4</loc></url></pages>
</urlset>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 2 | <url> in <urlset> in <urlset>: 2 of 2 entries | <url> directly in <urlset> | Remove the tags <urlset> and </urlset> around the entries, and keep the entries | https://example.com/a.xml | remove | xml | the tags <urlset> and </urlset> around the entries |
| https://example.com/b.xml | 3 | <url> in <pages> in <urlset>: 1 of 2 entries | <url> directly in <urlset> | Remove the tags <pages> and </pages> around the entries, and keep the entries | https://example.com/b.xml | remove | xml | the tags <pages> and </pages> around the entries |

### Entries directly in the root element

`sitemap`

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://example.com/1</loc></url>
<url><loc>https://example.com/2</loc></url>
</urlset>
```

finds:

nothing
*/
WITH misplaced AS (
    SELECT
        sitemap_url,
        line,
        observed,
        expected,
        REGEXP_EXTRACT(detail, '(\S+)$', 1) AS root,
        REGEXP_EXTRACT(expected, '^(\S+)', 1) AS entry,
        REGEXP_EXTRACT(expected, '(\S+)$', 1) AS parent,
        REGEXP_EXTRACT(expected, ' behind ([^ ,]+)', 1) AS outer_end,
        REGEXP_EXTRACT(detail, '^\S+ in (.+?)( in <channel>)? in \S+$', 1) AS wrapper
    FROM file_faults
    WHERE code = 'misplaced-entry'
),

judged AS (
    SELECT
        sitemap_url,
        line,
        observed,
        expected,
        entry,
        parent,
        outer_end,
        wrapper,
        CASE
            WHEN wrapper LIKE '% in %' THEN CONCAT('the tags of ', wrapper, ' around the entries')
            ELSE CONCAT(
                'the tags ', wrapper, ' and ', REPLACE(wrapper, '<', '</'), ' around the entries'
            )
        END AS tags,
        CASE
            WHEN observed LIKE 'Entries as text %' THEN 'text'
            WHEN wrapper <> parent AND LOWER(wrapper) = parent THEN 'miscased'
            WHEN expected NOT LIKE '% directly in %' THEN 'bare'
            WHEN root LIKE '%urlset>' AND parent LIKE '%sitemapindex>' THEN 'other'
            WHEN root LIKE '%sitemapindex>' AND parent LIKE '%urlset>' THEN 'other'
            WHEN outer_end <> '' THEN 'in-entry'
            WHEN wrapper <> '' THEN 'wrapped'
        END AS form
    FROM misplaced
)

SELECT
    sitemap_url,
    line,
    observed,
    expected,
    CASE form
        WHEN 'text' THEN CONCAT('Write each URL as ', expected, ', not escaped and not in CDATA')
        WHEN 'miscased' THEN CONCAT('Replace ', wrapper, ' with ', parent)
        WHEN 'bare' THEN CONCAT('Write ', parent, ' around each ', entry)
        WHEN 'other' THEN CONCAT('Move the ', entry, ' elements to a ', parent, ' in another file')
        WHEN 'in-entry'
            THEN CONCAT('Move each inner ', entry, ' behind the ', outer_end, ' of the outer one')
        WHEN 'wrapped' THEN CONCAT('Remove ', tags, ', and keep the entries')
        ELSE CONCAT('Write ', parent, ' around the ', entry, ' elements')
    END AS fix,
    CASE
        WHEN form = 'miscased' OR (form = 'wrapped' AND wrapper NOT LIKE '% in %') THEN sitemap_url
    END AS change_url,
    CASE WHEN form = 'miscased' THEN 'replace' ELSE 'remove' END AS action,
    'xml' AS place,
    CASE WHEN form = 'miscased' THEN wrapper ELSE tags END AS "from",
    CASE WHEN form = 'miscased' THEN parent END AS "to"
FROM judged

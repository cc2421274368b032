/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [protocol]
aliases: [index-children-unbalanced]
needs: [sitemaps, entries]
over: indexes
when: "children >= $min_children"
unknown: "read < $min_children"
parameters: {min_children: 10, min_entries: 10}
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Sitemap index with many tiny sitemaps

## What it finds

A sitemap index of ten or more children half of which have fewer than ten entries.

## Why it matters

Each file is a request. Hundreds of tiny ones are read more slowly than one of the same content.

## How to fix it

Have the generator put more entries into each file.

## Example

### Three tiny children, with a limit of two

`parameters`

| min_children |
|---|
| 2 |

`sitemaps`

| url | kind | found_by | entries |
|---|---|---|---|
| https://example.com/index.xml | sitemapindex | robots | 0 |
| https://example.com/a.xml | urlset | index | 2 |
| https://example.com/b.xml | urlset | index | 3 |
| https://example.com/c.xml | urlset | index | 5000 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |
| https://example.com/index.xml | sitemap | https://example.com/b.xml |
| https://example.com/index.xml | sitemap | https://example.com/c.xml |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/index.xml | 3 sitemaps, half of them with 3 entries at most | 10 entries or more in most |

### Few children

`sitemaps`

| url | kind | found_by | entries |
|---|---|---|---|
| https://example.com/index.xml | sitemapindex | robots | 0 |
| https://example.com/a.xml | urlset | index | 2 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(
        read, ' sitemaps, half of them with ', CAST(FLOOR(median_entries) AS INTEGER),
        ' entries at most'
    ) AS observed,
    CONCAT($min_entries, ' entries or more in most') AS expected
FROM indexes
WHERE read >= $min_children AND median_entries < $min_entries

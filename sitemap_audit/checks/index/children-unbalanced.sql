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
parameters: {min_children: 10, min_entries: 10, max_entries: 50000}
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Sitemap index whose sitemaps are tiny, or all full

## What it finds

A sitemap index of ten or more children half of which have fewer than ten entries, or all of which
hold as many as a sitemap may (50,000).

## Why it matters

Each file is a request. Hundreds of tiny ones are read more slowly than one of the same content.
Where every file is full, even the last one, the generator may have left out what did not fit.

## How to fix it

Have the generator put more entries into each file, or begin another one; look whether pages are
missing.

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
    CASE
        WHEN median_entries < $min_entries
            THEN CONCAT(
                read, ' sitemaps, half of them with ', CAST(FLOOR(median_entries) AS INTEGER),
                ' entries at most'
            )
        ELSE CONCAT(read, ' sitemaps, all of them full (', least_entries, ' entries)')
    END AS observed,
    CASE
        WHEN median_entries < $min_entries THEN CONCAT($min_entries, ' entries or more in most')
        ELSE 'room in the last one'
    END AS expected
FROM indexes
WHERE
    read >= $min_children
    AND (
        median_entries < $min_entries
        OR (read = children AND least_entries >= $max_entries)
    )

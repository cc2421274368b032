/*
---
severity: notice
cause: has nearly empty or nearly full sitemaps
confidence: pedantic
basis: advisory
engines: [protocol]
needs: [sitemaps, entries]
over: indexes
when: "children >= $min_children"
unknown: "read < $min_children"
parameters: {min_children: 10, min_entries: 10, max_entries: 50000}
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Nearly empty or full sitemaps in index

## What it finds

A sitemap index lists ten or more sitemaps, and half of them have fewer than ten URLs, or all of
them have 50,000 URLs, the limit.

## Why it matters

Each sitemap is a request: search engines read hundreds of tiny sitemaps more slowly than one with
the same URLs. If even the last sitemap is full, the generator may have left out URLs.

## How to fix it

Set a larger number of URLs per sitemap in the sitemap generator or CMS plugin, up to 50,000. If all
sitemaps are full, compare the number of URLs with the number of pages in the CMS, and let the
generator write another sitemap.

## Example

### Two of three sitemaps are tiny (minimum set to two sitemaps)

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

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/index.xml | 3 sitemaps, half of them with at most 3 URLs | At least 10 URLs in most sitemaps | Set more URLs per sitemap in the generator |

### Not reported: fewer than ten sitemaps

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
                read, ' sitemaps, half of them with at most ',
                CAST(FLOOR(median_entries) AS INTEGER),
                CASE WHEN FLOOR(median_entries) = 1 THEN ' URL' ELSE ' URLs' END
            )
        ELSE
            CONCAT(
                read, ' sitemaps, all full (',
                FORMAT_NUMBER(least_entries, 0),
                ' URLs each)'
            )
    END AS observed,
    CASE
        WHEN median_entries < $min_entries
            THEN CONCAT('At least ', $min_entries, ' URLs in most sitemaps')
        ELSE
            CONCAT(
                'Fewer than ',
                FORMAT_NUMBER($max_entries, 0),
                ' URLs in the last sitemap'
            )
    END AS expected,
    CASE
        WHEN median_entries < $min_entries THEN 'Set more URLs per sitemap in the generator'
        ELSE 'Check that the generator lists all pages'
    END AS fix
FROM indexes
WHERE
    read >= $min_children
    AND (
        median_entries < $min_entries
        OR (read = children AND least_entries >= $max_entries)
    )

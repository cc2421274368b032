/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-sitemap-no-own-url, hreflang/without-own-entry]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
when: "in_sitemap AND fault IS NULL"
unknown: "NOT listed AND (stands IS NULL OR NOT entry_known)"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Version in a sitemap without an entry of its own

## What it finds

A URL that `<xhtml:link>` elements name and for which no sitemap has a `<url>` of its own. Judged
where every sitemap that was found has been read, on hosts whose sitemaps are known, for URLs that
are in order: what redirects, fails or is kept from the index must not be listed.

## Why it matters

Google asks for a separate `<url>` for each version, each with the whole set of links. Without it,
the version has no annotations there and the links to it are not returned.

## How to fix it

List the URL, with the same `<xhtml:link>` elements as the other versions.

## Example

### English only has an entry

`sitemaps`

| url |
|---|
| https://example.com/sitemap.xml |

`entry_alternates`

| url | line | hreflang | href |
|---|---|---|---|
| https://example.com/a | 4 | en | https://example.com/a |
| https://example.com/a | 5 | de | https://example.com/de/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | https://example.com/a | 5 | named for de, and has no entry | a url element of its own | <url><loc>https://example.com/de/a</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/de/a |

### Gone, in nobody's sitemap we know, or not fetched

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/gone |
| https://example.com/a | fr | https://example.fr/a |
| https://example.com/a | es | https://example.com/later |

`pages`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/gone | 404 |
| https://example.fr/a | 200 |

finds:

nothing

### A sitemap that was not read

`sitemaps`

| url | status |
|---|---|
| https://example.com/sitemap.xml | 200 |
| https://example.com/other.xml | 503 |

`entry_alternates`

| url | sitemap_url | hreflang | href |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | en | https://example.com/a |
| https://example.com/a | https://example.com/sitemap.xml | de | https://example.com/de/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |

finds:

nothing
*/
WITH places AS (
    SELECT
        link.sitemap_url,
        link.url,
        link.line,
        link.code,
        link.alternate,
        link.alternate_key,
        ROW_NUMBER() OVER (
            PARTITION BY link.alternate_key
            ORDER BY link.sitemap_url ASC, link.position ASC, link.number ASC
        ) AS place
    FROM entry_alternates AS link
    INNER JOIN cluster_members AS member ON link.alternate_key = member.url_key
    WHERE
        NOT member.listed
        AND member.entry_known
        AND member.stands
        AND link.code <> 'x-default'
        AND link.code_problem IS NULL
)

SELECT
    alternate AS url,
    sitemap_url,
    url AS related_url,
    line,
    CONCAT('named for ', code, ', and has no entry') AS observed,
    'a url element of its own' AS expected,
    CONCAT('<url><loc>', REPLACE(alternate, '&', '&amp;'), '</loc></url>') AS fix,
    sitemap_url AS change_url,
    'add' AS action,
    'loc' AS place,
    alternate AS "to"
FROM places
WHERE place = 1

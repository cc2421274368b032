/*
---
severity: error
cause: has hreflang in a sitemap, but no <url> entry
confidence: high
basis: documented
engines: [google]
adds: 6
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
when: "in_sitemap AND fault IS NULL"
unknown: "NOT listed AND (stands IS NULL OR NOT entry_known)"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang alternate without own <url> entry

## What it finds

A sitemap has `<xhtml:link>` elements for a URL, and no sitemap has a `<url>` entry for it. Checked
only for indexable URLs, on hosts whose sitemaps were all read.

## Why it matters

Google requires a separate `<url>` entry for each alternate, each with the complete set of
`<xhtml:link>` elements. Without its own entry, the alternate has no return links.

## How to fix it

Add a `<url>` entry for the alternate in the sitemap generator, with the same `<xhtml:link>`
elements as the other alternates.

## Example

### Only the English page has an entry

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
| https://example.com/de/a | https://example.com/sitemap.xml | https://example.com/a | 5 | No <url> entry (hreflang de) | Own <url> entry | Add <url><loc>https://example.com/de/a</loc></url> with all <xhtml:link> elements | https://example.com/sitemap.xml | add | loc | https://example.com/de/a |

### 404, on a host without known sitemaps, or not fetched

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
    CONCAT('No <url> entry (hreflang ', code, ')') AS observed,
    'Own <url> entry' AS expected,
    CONCAT(
        'Add <url><loc>',
        REPLACE(alternate, '&', '&amp;'),
        '</loc></url> with all <xhtml:link> elements'
    ) AS fix,
    sitemap_url AS change_url,
    'add' AS action,
    'loc' AS place,
    alternate AS "to"
FROM places
WHERE place = 1

/*
---
severity: error
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-incoming-conflict]
known_as:
  Ahrefs: ["Page referenced for more than one language in hreflang"]
  Lumar: ["Pages with Multiple Hreflang Langs In"]
  Sitebulb: ["International: Conflicting incoming hreflang"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default'"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Page that others give different codes

## What it finds

A URL that listed pages name under codes that differ, and that gives itself no code which would
decide. `x-default` does not count, nor do several codes of one language where all pages give the
same ones. (Where the page gives itself a code, `hreflang/return-link-wrong-code` reports those who
differ.)

## Why it matters

Search engines cannot tell which readers the page is for.

## How to fix it

Let every page of the set use the same code for the page, and let the page name itself with it.

## Example

### Two pages disagree about a third

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/x |

`pages`

| url | role |
|---|---|
| https://example.com/a | listed |
| https://example.com/b | listed |
| https://example.com/x | listed |
| https://other.example/ | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/x |
| https://example.com/b | de-AT | https://example.com/x |
| https://example.com/a | fr | https://other.example/ |
| https://example.com/b | es | https://other.example/ |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/x | https://example.com/sitemap.xml | | called de and de-AT | one code |
| https://other.example/ | | | called es and fr | one code |

### The same two codes from everybody, a default, and a page that decides itself

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/x |
| https://example.com/y |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/x |
| https://example.com/a | en-GB | https://example.com/x |
| https://example.com/b | en | https://example.com/x |
| https://example.com/b | en-GB | https://example.com/x |
| https://example.com/b | x-default | https://example.com/x |
| https://example.com/a | de | https://example.com/y |
| https://example.com/b | de-AT | https://example.com/y |
| https://example.com/y | de | https://example.com/y |

finds:

nothing
*/
WITH called AS (
    SELECT
        alternate_key,
        MIN(code) AS first_code,
        MAX(last_code) AS last_code
    FROM hreflang_pairs
    WHERE
        source_fault IS NULL
        AND target_fault IS NULL
        AND target_code IS NULL
        AND code <> 'x-default'
    GROUP BY alternate_key
    HAVING MIN(code) <> MAX(code) OR MIN(last_code) <> MAX(last_code)
)

SELECT
    named.url,
    listed.sitemap_url,
    listed.line,
    CONCAT('called ', called.first_code, ' and ', called.last_code, COALESCE(listed.via, ''))
        AS observed,
    'one code' AS expected
FROM called
INNER JOIN hreflang_urls AS named ON called.alternate_key = named.url_key
LEFT JOIN hreflang_pages AS listed ON called.alternate_key = listed.url_key

/*
---
severity: error
cause: has hreflang {locales}, but other pages use another code for the alternate
confidence: high
basis: inferred
engines: [google]
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
# Conflicting incoming hreflang codes

## What it finds

Listed pages point hreflang to the same URL with different codes, and that URL has no
self-referencing hreflang. `x-default` is not compared. Several codes of one language are accepted
if all pages use the same ones. If the URL has a self-referencing hreflang,
`hreflang/return-link-wrong-code` reports the pages that use another code.

## Why it matters

Search engines cannot tell which language or region the URL is made for, and may show it to the
wrong users.

## How to fix it

Use one code for this URL in the hreflang annotations of all pages (template, CMS plugin or sitemap
generator), and add a self-referencing hreflang with this code.

## Example

### Two pages use different codes for a third

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/x | https://example.com/sitemap.xml | | Incoming codes: de, de-AT | One code | Use one code for this URL on all pages |
| https://other.example/ | | | Incoming codes: es, fr | One code | Use one code for this URL on all pages |

### Same two codes on all pages, x-default, self-referencing code

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
    CONCAT('Incoming codes: ', called.first_code, ', ', called.last_code, COALESCE(listed.via, ''))
        AS observed,
    'One code' AS expected,
    'Use one code for this URL on all pages' AS fix
FROM called
INNER JOIN hreflang_urls AS named ON called.alternate_key = named.url_key
LEFT JOIN hreflang_pages AS listed ON called.alternate_key = listed.url_key

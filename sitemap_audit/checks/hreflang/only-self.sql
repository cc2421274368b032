/*
---
severity: notice
cause: has hreflang, but no alternates
confidence: pedantic
basis: advisory
engines: [google]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND links > 0"
unknown: "state = 'unknown' OR NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang has no alternates

## What it finds

The valid hreflang annotations of a listed page are all self-referencing, or only `x-default`.

## Why it matters

Hreflang connects alternates of a page. A set without alternates does no harm and has no effect;
often the alternates are missing by mistake.

## How to fix it

Add the alternates in the template or the translation plugin (WPML, Polylang). If the page has
none, remove its hreflang annotations or leave them as they are.

## Example

### Self-referencing only, and x-default only

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | x-default | https://example.com/ |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Only self-referencing | At least one alternate | Add the missing alternates, if there are any |
| https://example.com/b | https://example.com/sitemap.xml | Only x-default | At least one alternate | Add the missing alternates, if there are any |

### An alternate, one with an invalid code, and a page behind bot protection

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | challenge |
|---|---|
| https://example.com/a | |
| https://example.com/b | |
| https://example.com/c | captcha |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de_DE | https://example.com/de |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/c | en | https://example.com/c |

finds:

nothing
*/
SELECT
    sets.url,
    sets.sitemap_url,
    sets.line,
    CONCAT(CASE WHEN sets.has_self THEN 'Only self-referencing' ELSE 'Only x-default' END, sets.via)
        AS observed,
    'At least one alternate' AS expected,
    'Add the missing alternates, if there are any' AS fix
FROM hreflang_sets AS sets
WHERE
    sets.judged
    AND sets.fault IS NULL
    AND sets.links > 0
    AND sets.annotations_known
    AND NOT EXISTS (
        SELECT 1
        FROM hreflang_links AS link
        WHERE
            link.url_key = sets.url_key
            AND link.alternate_key <> sets.url_key
            AND link.code <> 'x-default'
    )
    AND NOT EXISTS (
        SELECT 1
        FROM hreflang_void_links AS void
        WHERE void.url_key = sets.url_key
    )

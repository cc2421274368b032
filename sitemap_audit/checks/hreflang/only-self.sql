/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [hreflang-only-self]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
unknown: "state = 'unknown' OR NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang that names nothing but the page itself

## What it finds

A listed page whose annotations in effect all lead to itself, or are only `x-default`.

## Why it matters

It does no harm and says nothing: hreflang connects versions of a page. Often the others have been
forgotten.

## How to fix it

Annotate the other versions, if there are any; else leave the annotation out or as it is.

## Example

### Itself, and only x-default

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | only itself | other versions of the page |
| https://example.com/b | https://example.com/sitemap.xml | only x-default | other versions of the page |

### Another version, one whose code is misspelt, and a page behind a wall

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
    CONCAT(CASE WHEN sets.has_self THEN 'only itself' ELSE 'only x-default' END, sets.via)
        AS observed,
    'other versions of the page' AS expected
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

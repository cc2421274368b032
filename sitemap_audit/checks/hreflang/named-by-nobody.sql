/*
---
severity: warning
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-no-incoming]
known_as:
  Audisto: ["URL has no incoming hreflang links"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
unknown: "state = 'unknown' OR NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Page that none of its versions names

## What it finds

A listed page that names at least two other versions, all of them read and in order, none of which
names it; nor does any other page.

## Why it matters

Every one of its links lacks the return link, so all its annotations are ignored. Mostly the page is
new, or its address has changed, and the others were not updated.

## How to fix it

Write the sets of all versions anew, from the same data.

## Example

### A page that came later

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | de | https://example.com/de/a |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | names 2 pages, none of which names it | annotations to this page on each of them |

### Named by one; one that was not fetched; only one other

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/b | fr | https://example.com/fr/b |
| https://example.com/de/b | de | https://example.com/de/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/c | de | https://example.com/de/c |
| https://example.com/de/c | de | https://example.com/de/c |

finds:

nothing
*/
WITH lonely AS (
    SELECT
        url_key,
        COUNT(*) AS named
    FROM hreflang_pairs
    WHERE code <> 'x-default'
    GROUP BY url_key
    HAVING
        COUNT(*) > 1
        AND BOOL_AND(
            COALESCE(NOT has_return, FALSE)
            AND NOT return_void
            AND target_annotated
            AND target_fault IS NULL
        )
)

SELECT
    sets.url,
    sets.sitemap_url,
    sets.line,
    CONCAT('names ', lonely.named, ' pages, none of which names it', sets.via) AS observed,
    'annotations to this page on each of them' AS expected
FROM lonely
INNER JOIN hreflang_sets AS sets ON lonely.url_key = sets.url_key
WHERE
    sets.judged
    AND sets.fault IS NULL
    AND NOT EXISTS (
        SELECT 1
        FROM hreflang_links AS link
        WHERE link.alternate_key = sets.url_key AND link.url_key <> sets.url_key
    )

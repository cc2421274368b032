/*
---
severity: warning
cause: gets no hreflang from any alternate
confidence: high
basis: inferred
engines: [google]
follows: [hreflang/missing-return-link, hreflang/own-code-elsewhere]
known_as:
  Audisto: ["URL has no incoming hreflang links"]
  Lumar: ["Pages with All Non-Reciprocated Hreflang Links"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
unknown: "state = 'unknown' OR NOT annotations_known"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# No incoming hreflang from alternates

## What it finds

A listed page points hreflang to two or more alternates. All of them were fetched, are indexable and
have hreflang, but none has a return link, and no other page points hreflang to this page.

## Why it matters

Google ignores hreflang without return links, so all annotations of this page have no effect. Often
the page is new or its URL has changed, and the alternates were not updated.

## How to fix it

Regenerate the hreflang annotations of all alternates from the same data, in the template, CMS
plugin or sitemap generator. Each of them must point to this page.

## Example

### New page that the alternates do not list

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Return links from 0 of 2 alternates | Return links from all alternates | Add hreflang to https://example.com/a on all alternates |

### One return link; alternate not fetched; only one alternate

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
    CONCAT('Return links from 0 of ', lonely.named, ' alternates', sets.via) AS observed,
    'Return links from all alternates' AS expected,
    CONCAT('Add hreflang to ', sets.url, ' on all alternates') AS fix
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

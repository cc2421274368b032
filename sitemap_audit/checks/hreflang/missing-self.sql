/*
---
severity: warning
cause: has no hreflang annotation of itself
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-missing-self]
known_as:
  Ahrefs: ["Self-reference hreflang annotation missing"]
  Audisto: ["Self link missing"]
  Screaming Frog: ["Hreflang: Missing Self Reference"]
  Semrush: ["Hreflang conflicts within page source code"]
  hreflang.org: ["Page not linking to itself"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
unknown: "NOT has_self AND (state = 'unknown' OR NOT annotations_known)"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Self-referencing hreflang missing

## What it finds

A listed page has hreflang annotations (in `<head>`, `Link` headers and sitemaps together), but none
of them points to the page itself. If one points to a URL that differs only in `http`, `www`, case
or a trailing slash, the finding shows it. A self-referencing annotation with another fault is
reported by the check for that fault.

## Why it matters

Google requires each language version to list itself and all other versions. Annotations without the
page itself were often generated for another URL.

## How to fix it

Add an hreflang annotation with the code and the exact URL of the page, in the template, CMS plugin
or sitemap entry.

## Example

### No annotation, and one that differs in a trailing slash

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |
| https://example.com/b | en | https://example.com/b/ |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/c | de | https://example.com/de/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | | No self-referencing hreflang | Hreflang to https://example.com/a | Add an hreflang annotation to https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b/ | Hreflang to https://example.com/b/ (trailing slash) | Hreflang to https://example.com/b | Point hreflang to https://example.com/b |

### Annotation in another place, annotation with another fault

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/b | en_GB | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |

finds:

nothing

### Redirect, canonicalized page, page not fetched

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de |
| https://example.com/b | de | https://example.com/de |
| https://example.com/c | de | https://example.com/de |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | /x |
| https://example.com/b | 200 | |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/b | https://example.com/x |

finds:

nothing

### Other pages use one code, so the fix is known

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |

`page_alternates`

| url | code | alternate |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | No self-referencing hreflang | Hreflang to https://example.com/a | Add <link rel="alternate" hreflang="en" href="https://example.com/a"> | https://example.com/a | add | hreflang | en https://example.com/a |
*/
WITH called AS (
    SELECT
        link.alternate_key AS url_key,
        MIN(link.code) AS code
    FROM hreflang_links AS link
    INNER JOIN hreflang_sets AS sets ON link.alternate_key = sets.url_key
    WHERE
        sets.judged
        AND sets.fault IS NULL
        AND sets.links > 0
        AND NOT sets.has_self
        AND link.code <> 'x-default'
    GROUP BY link.alternate_key
    HAVING MIN(link.code) = MAX(link.code)
)

SELECT
    sets.url,
    sets.sitemap_url,
    near.alternate AS related_url,
    sets.line,
    CONCAT(CASE
        WHEN near.alternate IS NULL THEN 'No self-referencing hreflang'
        ELSE CONCAT('Hreflang to ', near.alternate, ' (', words.words, ')')
    END, sets.via) AS observed,
    CONCAT('Hreflang to ', sets.url) AS expected,
    CASE
        WHEN called.code IS NOT NULL
            THEN CONCAT(
                'Add ',
                REPLACE(
                    REPLACE(
                        REPLACE(sets.form, '{code}', called.code),
                        '{href}',
                        REPLACE(sets.url, '&', '&amp;')
                    ),
                    '{url}',
                    sets.url
                )
            )
        WHEN near.alternate IS NOT NULL THEN CONCAT('Point hreflang to ', sets.url)
        ELSE CONCAT('Add an hreflang annotation to ', sets.url)
    END AS fix,
    CASE WHEN called.code IS NOT NULL THEN sets.place_url END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(called.code, ' ', sets.url) AS "to"
FROM hreflang_sets AS sets
LEFT JOIN called ON sets.url_key = called.url_key
LEFT JOIN hreflang_near_misses AS near
    ON sets.url_key = near.url_key AND sets.url_key = near.wanted_key
LEFT JOIN plain_words AS words ON words.topic = 'difference' AND near.difference = words.code
WHERE
    sets.judged
    AND sets.fault IS NULL
    AND sets.links > 0
    AND NOT sets.has_self
    AND NOT sets.void_self
    AND sets.state = 'ok'
    AND sets.annotations_known

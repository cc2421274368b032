/*
---
severity: warning
cause: has no hreflang annotation of itself
confidence: high
basis: documented
engines: [google]
follows: [hreflang/no-annotations-on-target, hreflang/own-code-elsewhere]
known_as:
  Ahrefs: ["Self-reference hreflang annotation missing"]
  Audisto: ["Self link missing"]
  Screaming Frog: ["Hreflang: Missing Self Reference"]
  Semrush: ["Hreflang conflicts within page source code"]
  hreflang.org: ["Page not linking to itself"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND links > 0"
unknown: "NOT has_self AND (state = 'unknown' OR NOT annotations_known)"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Self-referencing hreflang missing

## What it finds

A listed page has hreflang annotations (in `<head>`, `Link` headers and sitemaps together), but none
of them points to the page itself. A page without annotations lacks its own too, if other pages have
hreflang to it. If one points to a URL that differs only in `http`, `www`, case
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

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | No self-referencing hreflang | Hreflang to https://example.com/a | Add <link rel="alternate" hreflang="en" href="https://example.com/a"> | https://example.com/a | add | hreflang | en https://example.com/a |

### German page without annotations

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | https://example.com/a | No self-referencing hreflang | Hreflang to https://example.com/de/a | Add <link rel="alternate" hreflang="de" href="https://example.com/de/a"> | https://example.com/de/a | add | hreflang | de https://example.com/de/a |
*/
WITH lacking AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        line,
        via,
        form,
        place_url,
        CAST(NULL AS VARCHAR) AS namer
    FROM hreflang_sets
    WHERE
        judged
        AND fault IS NULL
        AND links > 0
        AND NOT has_self
        AND NOT void_self
        AND state = 'ok'
        AND annotations_known
    UNION ALL
    SELECT
        page.url,
        page.url_key,
        page.sitemap_url,
        page.line,
        page.via,
        bare.form,
        bare.place_url,
        bare.url AS namer
    FROM bare_alternates AS bare
    INNER JOIN hreflang_pages AS page ON bare.alternate_key = page.url_key
    WHERE bare.place = 1
),

called AS (
    SELECT
        link.alternate_key AS url_key,
        MIN(link.code) AS code
    FROM hreflang_links AS link
    INNER JOIN lacking ON link.alternate_key = lacking.url_key
    WHERE link.code <> 'x-default'
    GROUP BY link.alternate_key
    HAVING MIN(link.code) = MAX(link.code)
)

SELECT
    lacking.url,
    lacking.sitemap_url,
    COALESCE(near.alternate, lacking.namer) AS related_url,
    lacking.line,
    CONCAT(CASE
        WHEN near.alternate IS NULL THEN 'No self-referencing hreflang'
        ELSE CONCAT('Hreflang to ', near.alternate, ' (', words.words, ')')
    END, lacking.via) AS observed,
    CONCAT('Hreflang to ', lacking.url) AS expected,
    CASE
        WHEN called.code IS NOT NULL
            THEN CONCAT(
                'Add ',
                REPLACE(
                    REPLACE(
                        REPLACE(lacking.form, '{code}', called.code),
                        '{href}',
                        REPLACE(lacking.url, '&', '&amp;')
                    ),
                    '{url}',
                    lacking.url
                )
            )
        WHEN near.alternate IS NOT NULL THEN CONCAT('Point hreflang to ', lacking.url)
        ELSE CONCAT('Add an hreflang annotation to ', lacking.url)
    END AS fix,
    CASE WHEN called.code IS NOT NULL THEN lacking.place_url END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT(called.code, ' ', lacking.url) AS "to"
FROM lacking
LEFT JOIN called ON lacking.url_key = called.url_key
LEFT JOIN hreflang_near_misses AS near
    ON lacking.url_key = near.url_key AND lacking.url_key = near.wanted_key
LEFT JOIN plain_words AS words ON words.topic = 'difference' AND near.difference = words.code

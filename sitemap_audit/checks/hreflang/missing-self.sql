/*
---
severity: warning
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
# Hreflang set without the page itself

## What it finds

A listed page whose hreflang annotations, from head, headers and sitemap together, name others and
not the page itself. Where one of them comes near (a slash, `http`, `www`, capital letters), the
observation says so. An annotation that is there and has a fault is reported by the check of that
fault.

## Why it matters

Google asks every version to list itself as well as all others. A set that leaves its own page out
is mostly one that was made for another address.

## How to fix it

Add the page with its own code to its set, under exactly the address that it has.

## Example

### Left out, and missed by a slash

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | | no annotation to the page | an annotation to https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b/ | names https://example.com/b/ instead (difference: trailing slash) | an annotation to https://example.com/b |

### Listed itself in another source, or by an annotation with a fault

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

### A redirect, a page that is elsewhere, and one that was not fetched

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

### Others call it by one code, so that the line to add is known

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
| https://example.com/a | https://example.com/sitemap.xml | no annotation to the page | an annotation to https://example.com/a | <link rel="alternate" hreflang="en" href="https://example.com/a"> | https://example.com/a | add | hreflang | en https://example.com/a |
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
        WHEN near.alternate IS NULL THEN 'no annotation to the page'
        ELSE CONCAT('names ', near.alternate, ' instead (difference: ', words.words, ')')
    END, sets.via) AS observed,
    CONCAT('an annotation to ', sets.url) AS expected,
    REPLACE(
        REPLACE(sets.form, '{code}', called.code), '{url}', REPLACE(sets.url, '&', '&amp;')
    ) AS fix,
    CASE
        WHEN
            called.code IS NOT NULL
            THEN CASE WHEN sets.in_html OR sets.in_header THEN sets.url ELSE sets.sitemap_url END
    END AS change_url,
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

/*
---
severity: notice
cause: has no x-default
confidence: high
basis: advisory
engines: [google]
aliases: [hreflang-missing-x-default]
known_as:
  Ahrefs: ["X-default hreflang annotation missing"]
  Screaming Frog: ["Hreflang: Missing X-Default"]
  hreflang.org: ["Missing x-default"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND fault IS NULL AND first_language <> last_language"
unknown: "NOT has_default AND (state = 'unknown' OR NOT annotations_known)"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# x-default missing

## What it finds

A listed page has hreflang for two or more languages, but no `x-default` in `<head>`, `Link` headers
or sitemaps.

## Why it matters

Google shows the `x-default` URL to users whose language no annotation matches. Google recommends
`x-default`, but does not require it.

## How to fix it

Add `hreflang="x-default"` to all pages of the cluster, in the template, CMS plugin or sitemap
generator. Point it to the language selector or to the default language version.

## Example

### Two languages

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
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |
| https://example.com/b | x-default | https://example.com/b |
| https://example.com/c | en-GB | https://example.com/c |
| https://example.com/c | en-US | https://example.com/us/c |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | No x-default | x-default | Add x-default to all pages of the cluster |

### Misspelled x-default, page not fetched

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | error |
|---|---|
| https://example.com/a | |
| https://example.com/b | disallowed |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | x_default | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/b | de | https://example.com/de/b |

finds:

nothing
*/
WITH usual AS (
    SELECT
        cluster_key,
        MIN(usual) AS url
    FROM cluster_defaults
    WHERE usual_fault IS NULL
    GROUP BY cluster_key
)

SELECT
    sets.url,
    sets.sitemap_url,
    sets.line,
    CONCAT('No x-default', sets.via) AS observed,
    'x-default' AS expected,
    CASE
        WHEN usual.url IS NULL THEN 'Add x-default to all pages of the cluster'
        ELSE CONCAT(
            'Add ',
            REPLACE(
                REPLACE(
                    REPLACE(sets.form, '{code}', 'x-default'),
                    '{href}',
                    REPLACE(usual.url, '&', '&amp;')
                ),
                '{url}',
                usual.url
            )
        )
    END AS fix,
    CASE WHEN usual.url IS NOT NULL THEN sets.place_url END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT('x-default ', usual.url) AS "to"
FROM hreflang_sets AS sets
LEFT JOIN cluster_members AS member ON sets.url_key = member.url_key
LEFT JOIN usual ON member.cluster_key = usual.cluster_key
WHERE
    sets.judged
    AND sets.fault IS NULL
    AND sets.first_language <> sets.last_language
    AND NOT sets.has_default
    AND NOT sets.void_default
    AND sets.annotations_known

/*
---
severity: notice
cause: has no x-default
confidence: high
basis: advisory
engines: [google]
follows: [hreflang/no-annotations-on-target, hreflang/own-code-elsewhere]
known_as:
  Ahrefs: ["X-default hreflang annotation missing"]
  Screaming Frog: ["Hreflang: Missing X-Default"]
  hreflang.org: ["Missing x-default"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
tag: hreflang
when: "judged AND fault IS NULL AND first_language <> last_language"
unknown: "NOT has_default AND (state = 'unknown' OR NOT annotations_known)"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# x-default missing

## What it finds

A listed page has hreflang for two or more languages, but no `x-default` in `<head>`, `Link` headers
or sitemaps. A page without annotations lacks it too, if pages in other languages have hreflang to
it.

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
| https://example.com/a | x-default | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/sitemap.xml | https://example.com/a | No x-default | x-default | Add <link rel="alternate" hreflang="x-default" href="https://example.com/a"> | https://example.com/de/a | add | hreflang | x-default https://example.com/a |
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
        CAST(NULL AS VARCHAR) AS namer,
        CAST(NULL AS BIGINT) AS namer_key
    FROM hreflang_sets
    WHERE
        judged
        AND fault IS NULL
        AND first_language <> last_language
        AND NOT has_default
        AND NOT void_default
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
        bare.url AS namer,
        bare.url_key AS namer_key
    FROM bare_alternates AS bare
    INNER JOIN hreflang_pages AS page ON bare.alternate_key = page.url_key
    WHERE bare.place = 1 AND bare.is_other_language
),

-- That of the page's cluster, or of a page that annotates it.
defaults AS (
    SELECT
        lacking.url_key,
        MIN(votes.usual) AS url
    FROM lacking
    INNER JOIN cluster_members AS member ON lacking.url_key = member.url_key
    INNER JOIN cluster_defaults AS votes
        ON member.cluster_key = votes.cluster_key AND votes.usual_fault IS NULL
    GROUP BY lacking.url_key
),

named AS (
    SELECT
        lacking.url_key,
        MIN(target.url) AS url
    FROM lacking
    INNER JOIN hreflang_links AS link
        ON lacking.namer_key = link.url_key AND link.code = 'x-default'
    INNER JOIN hreflang_ends AS target
        ON link.alternate_key = target.url_key AND target.fault IS NULL
    GROUP BY lacking.url_key
    HAVING MIN(target.url) = MAX(target.url)
),

usual AS (
    SELECT
        lacking.url_key,
        COALESCE(defaults.url, named.url) AS url
    FROM lacking
    LEFT JOIN defaults ON lacking.url_key = defaults.url_key
    LEFT JOIN named ON lacking.url_key = named.url_key
)

SELECT
    lacking.url,
    lacking.sitemap_url,
    lacking.namer AS related_url,
    lacking.line,
    CONCAT('No x-default', lacking.via) AS observed,
    'x-default' AS expected,
    CASE
        WHEN usual.url IS NULL THEN 'Add x-default to all pages of the cluster'
        ELSE CONCAT(
            'Add ',
            REPLACE(
                REPLACE(
                    REPLACE(lacking.form, '{code}', 'x-default'),
                    '{href}',
                    REPLACE(usual.url, '&', '&amp;')
                ),
                '{url}',
                usual.url
            )
        )
    END AS fix,
    CASE WHEN usual.url IS NOT NULL THEN lacking.place_url END AS change_url,
    'add' AS action,
    'hreflang' AS place,
    CONCAT('x-default ', usual.url) AS "to"
FROM lacking
INNER JOIN usual ON lacking.url_key = usual.url_key

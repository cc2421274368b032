/*
---
severity: error
cause: has no return link {back}
confidence: high
basis: documented
engines: [google]
follows: [hreflang/own-code-elsewhere]
known_as:
  Ahrefs: ["Missing reciprocal hreflang (no return-tag)"]
  Lumar:
    - "Pages with Non-Reciprocated Hreflang Links"
    - "Pages with All Non-Reciprocated Hreflang Links"
  Screaming Frog: ["Hreflang: Missing Return Links"]
  Sitebulb: ["International: Missing reciprocal hreflang"]
  hreflang.org: ["No return tag"]
  squirrelscan: ["hreflang-targets"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL AND target_fault IS NULL AND code <> 'x-default' AND NOT return_void"
unknown: "has_return IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang return link missing

## What it finds

A listed page points hreflang to an alternate. The alternate has hreflang, but no return link to the
page: not in its `<head>`, its `Link` headers or its sitemap entry. URLs are compared exactly. If
the alternate points to a URL that differs only in `http`, `www`, case or a trailing slash, the
finding shows it.

Both pages must be fetched and indexable. An alternate that redirects, returns an error or is
non-indexable is reported by the check for that fault; an alternate that was not fetched is not
checked. `x-default` annotations need no return link. An alternate in another cluster is reported by
`hreflang/target-in-other-cluster`.

## Why it matters

Google ignores hreflang between two pages that do not both point to each other, so that other sites
cannot declare their pages as alternates of yours. The other pairs of the cluster are not affected.

## How to fix it

Add the return link to the alternate, with exactly this URL, in its template, CMS plugin or sitemap
entry. Use the same complete set of annotations on all pages of a cluster. If the alternate is
not this page in another language or for another region, remove the hreflang to it instead.

## Example

### One of two alternates has no return link

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
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/fr/a | fr | https://example.com/fr/a |
| https://example.com/fr/a | de | https://example.com/de/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/fr/a | fr: No return link | Return link to https://example.com/a | Add <link rel="alternate" hreflang="en" href="https://example.com/a"> to https://example.com/fr/a | https://example.com/fr/a | add | hreflang | en https://example.com/a |

### Return link differs in a trailing slash

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a/ |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: Return link to https://example.com/a/ (trailing slash) | Return link to https://example.com/a | Point hreflang en to https://example.com/a in https://example.com/de/a | https://example.com/de/a | replace | hreflang-url | https://example.com/a/ | https://example.com/a |

### Return link in another place, or as x-default

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de/a | en | https://example.com/a |

`page_alternates`

| url | source | hreflang | href |
|---|---|---|---|
| https://example.com/a | html | de | https://example.com/de/a |
| https://example.com/a | html | fr | https://example.com/fr/a |
| https://example.com/fr/a | header | x-default | https://example.com/a |
| https://example.com/de/a | html | de | https://example.com/de/a |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/de/a |
| https://example.com/fr/a |

finds:

nothing

### Alternate not fetched, timed out, bot protection

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/later |
| https://example.com/a | fr | https://example.com/slow |
| https://example.com/a | es | https://example.com/wall |
| https://example.com/a | it | https://example.com/private |

`pages`

| url | error | challenge | status | robots |
|---|---|---|---|---|
| https://example.com/a | | | 200 | allowed |
| https://example.com/slow | timeout | | | allowed |
| https://example.com/wall | | captcha | 403 | allowed |
| https://example.com/private | disallowed | | | allowed |

finds:

nothing

### Faults that other checks report

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/gone |
| https://example.com/a | fr | https://example.com/moved |
| https://example.com/a | es | https://example.com/hidden |
| https://example.com/a | it | https://example.com/it |
| https://example.com/a | nl | https://example.com/none |
| https://example.com/a | x-default | https://example.com/choose |
| https://example.com/it | en_GB | https://example.com/a |
| https://example.com/choose | en | https://example.com/en |

`pages`

| url | status | location | noindex |
|---|---|---|---|
| https://example.com/a | 200 | | false |
| https://example.com/gone | 404 | | |
| https://example.com/moved | 301 | /fr | |
| https://example.com/hidden | 200 | | true |
| https://example.com/it | 200 | | false |
| https://example.com/none | 200 | | false |
| https://example.com/choose | 200 | | false |

finds:

nothing
*/
-- The annotation is there, and points to a page of another cluster.
WITH astray AS (
    SELECT
        url_key,
        code,
        wanted,
        MIN(alternate_key) AS alternate_key
    FROM cluster_bridges
    WHERE wanted IS NOT NULL
    GROUP BY url_key, code, wanted
)

SELECT
    pair.url,
    pair.sitemap_url,
    pair.alternate AS related_url,
    pair.line,
    CONCAT(CASE
        WHEN near.alternate IS NULL
            THEN CONCAT(pair.code, ': No return link')
        ELSE CONCAT(
            pair.code, ': Return link to ', near.alternate, ' (', words.words, ')'
        )
    END, pair.via) AS observed,
    CONCAT('Return link to ', pair.url) AS expected,
    CASE
        WHEN own.self_code IS NULL
            THEN CONCAT(
                'Add a return link to ', pair.url, ' on ', pair.alternate,
                ', or remove the hreflang to it if it is no version of this page'
            )
        WHEN written.href IS NOT NULL
            THEN CONCAT(
                'Point hreflang ', own.self_code, ' to ', pair.url, ' in ', written.place_url
            )
        ELSE CONCAT(
            'Add ',
            REPLACE(
                REPLACE(
                    REPLACE(their.form, '{code}', own.self_code),
                    '{href}',
                    REPLACE(pair.url, '&', '&amp;')
                ),
                '{url}',
                pair.url
            ),
            CASE WHEN their.place_url = their.url THEN ' to ' ELSE ' to the sitemap entry of ' END,
            pair.alternate
        )
    END AS fix,
    CASE
        WHEN own.self_code IS NOT NULL THEN COALESCE(written.place_url, their.place_url)
    END AS change_url,
    CASE WHEN written.href IS NULL THEN 'add' ELSE 'replace' END AS action,
    CASE WHEN written.href IS NULL THEN 'hreflang' ELSE 'hreflang-url' END AS place,
    written.href AS "from",
    CASE
        WHEN written.href IS NULL THEN CONCAT(own.self_code, ' ', pair.url)
        ELSE pair.url
    END AS "to"
FROM hreflang_faulty_pairs AS pair
INNER JOIN hreflang_sets AS own ON pair.url_key = own.url_key
INNER JOIN hreflang_sets AS their ON pair.alternate_key = their.url_key
LEFT JOIN hreflang_near_misses AS near
    ON pair.alternate_key = near.url_key AND pair.url_key = near.wanted_key
LEFT JOIN plain_words AS words ON words.topic = 'difference' AND near.difference = words.code
LEFT JOIN astray
    ON
        pair.alternate_key = astray.url_key
        AND pair.url = astray.wanted
        AND own.self_code = astray.code
LEFT JOIN hreflang_written AS written
    ON
        pair.alternate_key = written.url_key
        AND COALESCE(near.alternate_key, astray.alternate_key) = written.alternate_key
        AND written.codes = 1
        AND own.self_code = written.code
WHERE
    pair.target_fault IS NULL
    AND pair.code <> 'x-default'
    AND NOT pair.return_void
    AND pair.target_annotated
    AND NOT EXISTS (
        SELECT 1
        FROM cluster_bridges AS bridge
        WHERE bridge.url_key = pair.url_key AND bridge.alternate_key = pair.alternate_key
    )

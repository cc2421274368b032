/*
---
severity: error
cause: has hreflang, but another URL as canonical
confidence: high
basis: documented
engines: [google]
follows:
  - canonical/canonicalized
  - canonical/https-to-http
  - canonical/own-url-misspelled
  - canonical/target-client-error
  - canonical/target-redirects
known_as:
  Screaming Frog: ["Hreflang: Not Using Canonical"]
  Semrush: ["Hreflang conflicts within page source code"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_sets
tag: canonical
when: "judged AND links > 0"
unknown: "NOT annotations_known AND fault IS NULL"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Hreflang on canonicalized page

## What it finds

A listed page has hreflang annotations, and its canonical is another URL. A canonical to another
language version is reported by `hreflang/canonical-in-other-language`.

## Why it matters

Search engines index the canonical URL instead of this page and ignore the annotations of this page.
Alternates that point to it have no valid return link.

## How to fix it

Set a self-referencing canonical on this page, in the template or SEO plugin (Yoast, Rank Math). If
the canonical is intended, put the annotations on the canonical URL, and use that URL in the whole
cluster.

## Example

### Duplicate page with the annotations of the original

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/a?copy=1 |
| https://example.com/other |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a?copy=1 | en | https://example.com/a |
| https://example.com/a?copy=1 | de | https://example.com/de/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/a |
| https://example.com/a?copy=1 | https://example.com/a |
| https://example.com/other | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a?copy=1 | https://example.com/sitemap.xml | https://example.com/a | Canonical: https://example.com/a | Hreflang on the canonical URL | Set hreflang on https://example.com/a instead |

### Canonical to another language version (reported by another check)

`entries`

| loc |
|---|
| https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/de/a | https://example.com/a |

finds:

nothing
*/
WITH judged AS (
    SELECT
        page.url,
        page.url_key,
        page.sitemap_url,
        page.line,
        page.via,
        page.canonical,
        CASE
            WHEN choice.better = 'page' THEN 'mend'
            WHEN choice.better = 'unknown' AND choice.reason IN ('home', 'pagination')
                THEN 'other page'
            WHEN choice.better = 'unknown' OR NOT kept.is_indexable THEN 'unknown'
            WHEN
                kept.url_near_key = source.url_near_key
                OR own_language.language IS NULL
                OR own_language.language = said.language
                THEN 'annotate'
            ELSE 'unknown'
        END AS remedy
    FROM hreflang_sets AS page
    INNER JOIN indexability AS source ON page.url_key = source.url_key
    INNER JOIN canonical_choices AS choice ON page.url_key = choice.url_key
    LEFT JOIN indexability AS kept ON choice.canonical_key = kept.url_key
    LEFT JOIN page_languages AS own_language ON page.url_key = own_language.url_key
    LEFT JOIN page_languages AS said ON source.canonical_key = said.url_key
    LEFT JOIN cluster_members AS own ON page.url_key = own.url_key
    LEFT JOIN cluster_members AS target
        ON page.canonical = target.url AND own.cluster_key = target.cluster_key
    WHERE
        page.judged
        AND page.fault = 'canonicalised'
        AND page.links > 0
        AND (
            own.code IS NULL
            OR target.code IS NULL
            OR SPLIT_PART(own.code, '-', 1) = SPLIT_PART(target.code, '-', 1)
        )
)

SELECT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    CONCAT('Canonical: ', canonical, via) AS observed,
    CASE remedy
        WHEN 'annotate' THEN 'Hreflang on the canonical URL'
        ELSE 'Self-referencing canonical'
    END AS expected,
    CASE remedy
        WHEN 'annotate' THEN CONCAT('Set hreflang on ', canonical, ' instead')
        WHEN 'mend' THEN CONCAT('Set the canonical to ', url)
        WHEN 'other page' THEN CONCAT('Set the canonical to ', url)
        ELSE CONCAT('Set the canonical to ', url, ', or set hreflang on ', canonical, ' instead')
    END AS fix,
    CASE WHEN remedy = 'mend' THEN url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    canonical AS "from",
    url AS "to"
FROM judged

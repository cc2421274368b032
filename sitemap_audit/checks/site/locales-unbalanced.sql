/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google, bing]
aliases: [locale-count-imbalance]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND self_code IS NOT NULL"
parameters: {min_percent: 50}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Language with far fewer listed pages than the others

## What it finds

A locale, by the hreflang that pages give themselves, of which fewer than `min_percent` of the pages
are listed that the largest locale of the same site has. A site is a domain with its subdomains.

## Why it matters

A site that is translated as a whole has about as many pages in each language. One that falls far
behind was mostly left out of a generator or of a deployment; or it is a smaller shop, and all is
well.

## How to fix it

Compare the sitemap of the language with what is published.

## Example

### One German page of three

`parameters`

| min_percent |
|---|
| 50 |

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/c | en | https://example.com/c |
| https://example.com/de/a | de | https://example.com/de/a |

finds:

| url | observed | expected | kind |
|---|---|---|---|
| https://example.com/de/a | listed pages in de: 1; in the largest locale: 3 | 50 % of that at least | de |

### As many

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/de/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

finds:

nothing

### Another site in the same audit

`entries`

| sitemap_url | loc |
|---|---|
| https://example.com/sitemap.xml | https://example.com/a |
| https://example.com/sitemap.xml | https://example.com/b |
| https://example.com/sitemap.xml | https://example.com/c |
| https://example.org/sitemap.xml | https://example.org/d |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |
| https://example.com/c | en | https://example.com/c |
| https://example.org/d | de | https://example.org/d |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.org/d |

finds:

nothing
*/
WITH pages_of_sites AS (
    SELECT
        sets.url,
        sets.self_code,
        COALESCE(page_states.site, SPLIT_PART(sets.url, '/', 3)) AS site
    FROM hreflang_sets AS sets
    LEFT JOIN page_states ON sets.url_key = page_states.url_key
    WHERE sets.judged AND sets.self_code IS NOT NULL
),

locales AS (
    SELECT
        self_code,
        MIN(url) AS url,
        COUNT(*) AS urls,
        MAX(COUNT(*)) OVER (PARTITION BY site) AS most
    FROM pages_of_sites
    GROUP BY site, self_code
)

SELECT
    url,
    CONCAT(
        'listed pages in ', self_code, ': ', urls, '; in the largest locale: ', most
    ) AS observed,
    CONCAT($min_percent, ' % of that at least') AS expected,
    self_code AS kind
FROM locales
WHERE 100 * urls < $min_percent * most

/*
---
severity: notice
cause: "{host} has a language with far fewer URLs than the others"
confidence: pedantic
basis: advisory
engines: [google, bing]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND self_code IS NOT NULL"
parameters: {min_percent: 50}
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Locale with far fewer URLs than others

## What it finds

A locale has fewer than `min_percent` (50) percent as many listed URLs as the largest locale of the
site. The locale of a page is that of its self-referencing hreflang annotation. A site is a domain
with its subdomains. Listed URLs that were not checked may be of any locale.

## Why it matters

A fully translated site has about as many URLs in each language. If a locale has far fewer, the
sitemap generator or a deployment often leaves them out, and hreflang annotations to them are
missing too (Google, localized versions). If the locale is a smaller shop, nothing is wrong.

## How to fix it

Compare the sitemap of the locale with its published pages in the CMS, and add the missing pages.

## Example

### One German page, three English pages

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

| url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/de/a | 1 URL in de; the largest locale has 3 | At least 50% of the largest locale | Check whether pages in de are missing from the sitemap | de |

### The same number of pages

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

unread AS (
    SELECT COUNT(*) AS urls
    FROM listed_pages
    WHERE state IN ('ok', 'unknown') AND NOT annotations_known
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
        urls,
        CASE WHEN urls = 1 THEN ' URL in ' ELSE ' URLs in ' END,
        self_code,
        '; the largest locale has ',
        most
    ) AS observed,
    CONCAT('At least ', $min_percent, '% of the largest locale') AS expected,
    CONCAT('Check whether pages in ', self_code, ' are missing from the sitemap') AS fix,
    self_code AS kind
FROM locales
WHERE 100 * (urls + (SELECT unread.urls FROM unread)) < $min_percent * most

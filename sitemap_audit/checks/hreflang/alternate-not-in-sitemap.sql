/*
---
severity: warning
cause: is not in any sitemap despite incoming hreflang
confidence: high
basis: inferred
engines: [google]
adds: 7
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: cluster_members
when: "NOT in_sitemap AND fault IS NULL"
unknown: "NOT listed AND (stands IS NULL OR NOT entry_known)"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang alternate not in any sitemap

## What it finds

An indexable page is an alternate in the HTML or Link headers of other pages, and no sitemap lists
it, although a sitemap lists other pages of its host. Checked only where all sitemaps found were
read.

## Why it matters

Search engines use sitemaps to discover pages with few internal links. A language that is missing
there is crawled later and less often.

## How to fix it

Add the page to the sitemap: include its language in the sitemap generator or SEO plugin (Yoast,
Rank Math).

## Example

### The German page is not listed

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/de/a | en | https://example.com/a |
| https://example.com/de/a | de | https://example.com/de/a |

finds:

| url | related_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/de/a | https://example.com/a | Not in any sitemap (hreflang de) | Listed in a sitemap | Add <url><loc>https://example.com/de/a</loc></url> | https://example.com/sitemap.xml | add | loc | https://example.com/de/a |

### Non-indexable, on a host without sitemaps, or not fetched

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.fr/a |
| https://example.com/a | es | https://example.com/later |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | false |
| https://example.com/de/a | true |
| https://example.fr/a | false |

finds:

nothing
*/
-- A listed URL is to be replaced by it.
WITH instead AS (
    SELECT
        replacements.target_key,
        MIN(listed.url) AS url
    FROM replacements
    INNER JOIN listed ON replacements.url_key = listed.url_key
    WHERE replacements.action = 'replace'
    GROUP BY replacements.target_key
)

SELECT
    member.url,
    MIN(namer.url) AS related_url,
    CONCAT('Not in any sitemap (hreflang ', MIN(pair.code), ')') AS observed,
    'Listed in a sitemap' AS expected,
    CASE
        WHEN MIN(instead.url) IS NULL
            THEN CONCAT('Add <url><loc>', REPLACE(member.url, '&', '&amp;'), '</loc></url>')
        ELSE CONCAT('List it instead of ', MIN(instead.url))
    END AS fix,
    CASE WHEN MIN(instead.url) IS NULL THEN MIN(place.sitemap_url) END AS change_url,
    'add' AS action,
    'loc' AS place,
    member.url AS "to"
FROM cluster_members AS member
INNER JOIN hreflang_pairs AS pair ON member.url_key = pair.alternate_key
INNER JOIN hreflang_urls AS namer ON pair.url_key = namer.url_key
INNER JOIN hreflang_pages AS place ON pair.url_key = place.url_key
LEFT JOIN hreflang_pages AS own ON member.url_key = own.url_key
LEFT JOIN instead ON member.url_key = instead.target_key
WHERE
    NOT member.listed
    AND NOT member.in_sitemap
    AND member.entry_known
    AND member.stands
    AND pair.code <> 'x-default'
    AND own.url_key IS NULL
GROUP BY member.url

/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-target-redirect]
follows:
  - redirect/broken
  - redirect/http-refresh
  - redirect/listed-url-redirects
  - redirect/location-invalid
  - redirect/loop
  - redirect/meta-refresh
  - redirect/to-itself
known_as:
  Ahrefs: ["Hreflang to redirect or broken page"]
  Audisto: ["Redirect only allowed for x-default"]
  Lumar: ["Hreflang to Non-200 URLs"]
  Screaming Frog: ["Hreflang: Non-200 Hreflang URLs"]
  Semrush: ["Issues with incorrect hreflang links"]
  Sitebulb: ["International: Outgoing hreflang to redirecting URLs"]
  hreflang.org: ["Broken pages"]
  squirrelscan: ["hreflang-targets"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
when: "source_fault IS NULL"
unknown: "target_state = 'unknown'"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.1.0
---
# Hreflang link to a page that redirects

## What it finds

A listed page names an alternate that answers with a redirect, or leads on by a refresh. The target
of `x-default` may redirect: it is often the address that chooses the language.

## Why it matters

The annotation names an address that is not indexed. Whether search engines apply it to the target
is not certain, and the target's return link names another address.

## How to fix it

Name the address at the end of the redirect, in all pages of the set.

## Example

### An old address; a chooser of languages

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location | role |
|---|---|---|---|
| https://example.com/a | 200 | | listed |
| https://example.com/de | 301 | /de/ | alternate |
| https://example.com/ | 302 | /a | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de |
| https://example.com/a | x-default | https://example.com/ |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de | de: 301 to https://example.com/de/ | status 200, no redirect |

### A target that was not fetched or that a bot wall hides is unknown; a redirect has one fault

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/old |

`pages`

| url | status | challenge | role | location |
|---|---|---|---|---|
| https://example.com/a | 200 | | listed | |
| https://example.com/old | 301 | | listed | /a |
| https://example.com/walled | 503 | captcha | alternate | |
| https://example.com/x | 404 | | alternate | |

`entry_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/old | de | https://example.com/x |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/not-fetched |
| https://example.com/a | fr | https://example.com/walled |

finds:

nothing
*/
SELECT
    listed.url,
    listed.sitemap_url,
    target.url AS related_url,
    listed.line,
    CONCAT(
        pair.code,
        ': ',
        CASE
            WHEN pair.target_fault = 'refresh' THEN 'refresh'
            ELSE CAST(pair.target_status AS VARCHAR)
        END,
        ' to ' || target.redirect
    ) AS observed,
    'status 200, no redirect' AS expected,
    CASE
        WHEN
            EXISTS (
                SELECT 1 FROM hreflang_links AS taken
                WHERE
                    taken.url_key = pair.url_key
                    AND taken.alternate_key = wanted.url_key
                    AND taken.language <> pair.first_language
            )
            THEN 'drop the annotation'
        WHEN pair.target_fault = 'refresh' THEN CONCAT('name ', target.redirect)
        WHEN chain.outcome = 'ok' AND final.fault IS NULL THEN CONCAT('name ', chain.final_url)
    END AS fix
FROM hreflang_pairs AS pair
INNER JOIN listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_ends AS target ON pair.alternate_key = target.url_key
LEFT JOIN redirect_chains AS chain ON pair.alternate_key = chain.url_key
LEFT JOIN hreflang_urls AS wanted
    ON COALESCE(chain.final_url, target.redirect) = wanted.url
LEFT JOIN indexability AS final ON chain.final_key = final.url_key
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault IN ('redirect', 'refresh')
    AND pair.code <> 'x-default'

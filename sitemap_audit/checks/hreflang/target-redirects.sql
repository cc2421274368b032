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
unknown: "NOT target_read"
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

Name the URL at the end of the redirect, in all pages of the set, where it is in the same language.
Where it is in another language, the version is gone: remove the annotation.

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
| https://example.com/de/ | 200 | | redirect |
| https://example.com/ | 302 | /a | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de |
| https://example.com/a | x-default | https://example.com/ |
| https://example.com/de/ | en | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de | de: 301 to https://example.com/de/ | status 200, no redirect | name https://example.com/de/ | https://example.com/a | replace | hreflang-url | https://example.com/de | https://example.com/de/ |

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
        ' to ' || target.redirect,
        listed.via
    ) AS observed,
    'status 200, no redirect' AS expected,
    CASE remedies.remedy
        WHEN 'name' THEN CONCAT('name ', remedies.wanted)
        WHEN 'other' THEN 'drop the annotation'
    END AS fix,
    CASE WHEN remedies.remedy IN ('name', 'other') THEN written.place_url END AS change_url,
    CASE remedies.remedy
        WHEN 'name' THEN 'replace'
        WHEN 'other' THEN 'remove'
    END AS action,
    'hreflang-url' AS place,
    written.href AS "from",
    CASE WHEN remedies.remedy = 'name' THEN remedies.wanted END AS "to"
FROM hreflang_pairs AS pair
INNER JOIN hreflang_pages AS listed ON pair.url_key = listed.url_key
INNER JOIN hreflang_ends AS target ON pair.alternate_key = target.url_key
INNER JOIN hreflang_remedies AS remedies
    ON pair.url_key = remedies.url_key AND pair.alternate_key = remedies.alternate_key
LEFT JOIN hreflang_written AS written
    ON pair.url_key = written.url_key AND pair.alternate_key = written.alternate_key
WHERE
    pair.source_fault IS NULL
    AND pair.target_fault IN ('redirect', 'refresh')
    AND pair.code <> 'x-default'

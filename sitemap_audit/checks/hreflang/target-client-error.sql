/*
---
severity: error
cause: has hreflang {locales}, but the alternate returns 4xx
confidence: high
basis: documented
engines: [google]
follows: [status/client-error, status/forbidden, status/not-found]
known_as:
  Ahrefs: ["Hreflang to redirect or broken page"]
  Audisto: ["HTTP status not 200"]
  Lumar: ["Broken Hreflang Links", "Hreflang to Non-200 URLs"]
  Screaming Frog: ["Response Codes: External Client Error (4XX)", "Hreflang: Non-200 Hreflang URLs"]
  Semrush: ["Issues with incorrect hreflang links"]
  Sitebulb: ["International: Outgoing hreflang to broken URLs"]
  hreflang.org: ["Broken pages"]
  squirrelscan: ["hreflang-targets"]
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL"
unknown: "target_state = 'unknown'"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Hreflang to 4xx URL

## What it finds

A listed page has an hreflang annotation to an alternate that returns a 4xx status code. 429 and
responses of bot protection are not checked. On other sites, only 404 and 410 are reported, because
other codes may be meant for the auditor alone.

## Why it matters

Google cannot use an annotation to a URL that it does not index. Searchers of that language get a
page in another language.

## How to fix it

Remove the annotation on all pages of the set, in the template or the translation plugin (WPML,
Polylang), or point it to a URL that returns 200.

## Example

### An alternate that returns 404

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/a | 200 | listed |
| https://example.com/de/a | 404 | alternate |
| https://example.com/fr/a | 200 | alternate |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | https://example.com/de/a |
| https://example.com/a | fr | https://example.com/fr/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | de: Returns 404 | 200 | Remove this hreflang annotation | https://example.com/a | remove | hreflang-url | https://example.com/de/a |
*/
SELECT
    pair.url,
    pair.sitemap_url,
    pair.alternate AS related_url,
    pair.line,
    CONCAT(
        CASE WHEN pair.source = 'header' THEN 'Link header: ' ELSE '' END,
        pair.code,
        ': Returns ',
        pair.target_status,
        pair.via
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN unseen.page IS NOT NULL THEN CONCAT('Replace with ', unseen.page)
        WHEN escaped_twice.wanted IS NOT NULL
            THEN CONCAT('Replace with ', escaped_twice.wanted, ', if it returns 200')
        WHEN unfilled.url IS NOT NULL
            THEN CONCAT('Correct the template: ', unfilled.placeholder, ' was not filled in')
        WHEN pair.target_status IN (404, 410) AND pair.source = 'header'
            THEN 'Remove this hreflang annotation from the Link header'
        WHEN pair.target_status IN (404, 410) THEN 'Remove this hreflang annotation'
        ELSE 'Point hreflang to a URL that returns 200'
    END AS fix,
    CASE
        WHEN
            pair.target_status IN (404, 410)
            AND (COALESCE(escaped_twice.wanted, unfilled.url) IS NULL OR unseen.page IS NOT NULL)
            THEN pair.place_url
    END AS change_url,
    CASE WHEN unseen.page IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'hreflang-url' AS place,
    pair.href AS "from",
    unseen.page AS "to"
FROM hreflang_faulty_pairs AS pair
LEFT JOIN escaped_twice ON pair.alternate = escaped_twice.written
LEFT JOIN clean_urls AS unseen ON pair.alternate = unseen.url
LEFT JOIN unfilled_urls AS unfilled ON pair.alternate = unfilled.url
WHERE pair.target_fault = 'client-error'

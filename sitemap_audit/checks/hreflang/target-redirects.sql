/*
---
severity: error
cause: has hreflang {locales}, but the alternate redirects
confidence: high
basis: documented
engines: [google]
follows:
  - redirect/broken
  - redirect/http-refresh
  - redirect/listed-url-redirects
  - redirect/location-invalid
  - redirect/loop
  - redirect/loop-without-cookies
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
needs: [entries, entry_alternates, pages, page_alternates, page_canonicals,
  redirect_loops]
over: hreflang_pairs
tag: hreflang
when: "source_fault IS NULL"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
since: 0.1.0
---
# Hreflang to redirect

## What it finds

A listed page has an hreflang annotation to an alternate that returns a redirect (3xx) or has a
meta refresh or HTTP refresh to another URL. `x-default` may redirect: it is often a language
selector.

## Why it matters

Redirecting URLs are not indexed. Google may not apply the annotation to the redirect target, and
the return link of the target is for another URL.

## How to fix it

Point hreflang to the final URL on all pages of the set, in the template or the translation plugin
(WPML, Polylang), where it is in the same language. Remove the annotation where the redirect goes
to another language or to the homepage.

## Example

### An outdated URL; a language selector

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de | de: Redirects to https://example.com/de/ (301) | 200 | Point hreflang to https://example.com/de/ | https://example.com/a | replace | hreflang-url | https://example.com/de | https://example.com/de/ |
*/
SELECT
    pair.url,
    pair.sitemap_url,
    pair.alternate AS related_url,
    pair.line,
    CONCAT(
        pair.code,
        ': Redirects',
        CASE
            WHEN chain.hops = 1 AND chain.final_key = pair.alternate_key THEN ' to itself'
            ELSE ' to ' || pair.target_redirect
        END,
        CASE WHEN again.url_key IS NOT NULL THEN ' without cookies' END,
        CASE
            WHEN pair.target_fault = 'refresh' THEN ' (refresh)'
            ELSE CONCAT(' (', pair.target_status, ')')
        END,
        pair.via
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN again.url_key IS NOT NULL THEN 'Return the page without requiring cookies'
        WHEN remedies.remedy = 'name' THEN CONCAT('Point hreflang to ', remedies.wanted)
        WHEN remedies.remedy = 'other' THEN 'Remove this hreflang annotation'
        WHEN remedies.remedy = 'void'
            THEN 'Remove this hreflang annotation, or point it to an indexable URL'
        ELSE 'Point hreflang to the final URL, if it is in the same language'
    END AS fix,
    CASE WHEN remedies.remedy IN ('name', 'other') THEN pair.place_url END AS change_url,
    CASE remedies.remedy
        WHEN 'name' THEN 'replace'
        WHEN 'other' THEN 'remove'
    END AS action,
    'hreflang-url' AS place,
    pair.href AS "from",
    CASE WHEN remedies.remedy = 'name' THEN remedies.wanted END AS "to"
FROM hreflang_faulty_pairs AS pair
INNER JOIN hreflang_remedies AS remedies
    ON pair.url_key = remedies.url_key AND pair.alternate_key = remedies.alternate_key
LEFT JOIN redirect_chains AS chain
    ON pair.alternate_key = chain.url_key AND chain.outcome = 'loop'
LEFT JOIN redirect_loops AS again
    ON chain.final_key = again.url_key AND again.status BETWEEN 200 AND 299
WHERE pair.target_fault IN ('redirect', 'refresh') AND pair.code <> 'x-default'

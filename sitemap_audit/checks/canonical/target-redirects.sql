/*
---
severity: error
cause: has a canonical to a URL that redirects
confidence: high
basis: documented
engines: [google, bing]
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
  Ahrefs: ["Canonical points to redirect"]
  Lumar: ["Canonical to Non-200"]
  Screaming Frog: ["Canonicals: Non-Indexable Canonical"]
  Sitebulb: ["Indexability: Canonical points to a redirecting URL"]
needs: [entries, pages, page_canonicals, redirect_loops]
over: canonical_targets
tag: canonical
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
  - https://yandex.com/support/webmaster/robot-workings/canonical.html
since: 0.1.0
---
# Canonical to redirect

## What it finds

The canonical of a listed page returns a redirect (3xx), or has a meta refresh or HTTP refresh to
another URL.

## Why it matters

The two signals conflict: the canonical asks to index a URL, and that URL redirects to another one.
Google may ignore the canonical and use the redirect target. Yandex ignores a canonical that
redirects.

## How to fix it

If the page is a duplicate, set its canonical in the page template or the SEO plugin to the final
URL of the redirect, and list only that URL in the sitemap. If the page has content of its own, set
its canonical to its own URL.

## Example

### A redirect back to the page itself

`entries`

| loc |
|---|
| https://example.com/a/ |
| https://example.com/b |

`pages`

| url | status | location | role |
|---|---|---|---|
| https://example.com/a/ | 200 | | listed |
| https://example.com/a | 301 | /a/ | canonical |
| https://example.com/b | 200 | | listed |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a/ | https://example.com/a |
| https://example.com/b | https://example.com/b |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a/ | https://example.com/sitemap.xml | https://example.com/a | Redirects to https://example.com/a/ (301) | 200 | Set the canonical to https://example.com/a/ | https://example.com/a/ | replace | canonical | https://example.com/a | https://example.com/a/ |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT(
        'Redirects',
        ' to ' || target.target_redirect,
        CASE WHEN again.url_key IS NOT NULL THEN ', in a loop without cookies' END,
        CASE target.fault
            WHEN 'refresh' THEN ' (refresh)'
            ELSE CONCAT(' (', target.target_status, ')')
        END
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN again.url_key IS NOT NULL THEN 'Return the page without requiring cookies'
        WHEN target.better = 'page' THEN CONCAT('Set the canonical to ', target.url)
        WHEN final.is_indexable
            THEN CONCAT(
                'Set the canonical to ', final.served_url, ', or to ', target.url,
                ' if the page has content of its own'
            )
        ELSE 'Set the canonical to a URL that returns 200'
    END AS fix,
    CASE
        WHEN again.url_key IS NULL AND target.better = 'page' THEN target.url
    END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN redirect_chains AS chain
    ON target.canonical_key = chain.url_key AND chain.outcome = 'ok'
LEFT JOIN redirect_chains AS looping
    ON target.canonical_key = looping.url_key AND looping.outcome = 'loop'
LEFT JOIN redirect_loops AS again
    ON looping.final_key = again.url_key AND again.status BETWEEN 200 AND 299
LEFT JOIN page_states AS led ON target.canonical_key = led.url_key
LEFT JOIN indexability AS final
    ON COALESCE(chain.final_key, led.refresh_key) = final.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault IN ('redirect', 'refresh')

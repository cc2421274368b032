/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-to-redirect]
follows:
  - redirect/broken
  - redirect/http-refresh
  - redirect/listed-url-redirects
  - redirect/location-invalid
  - redirect/loop
  - redirect/meta-refresh
  - redirect/to-itself
known_as:
  Ahrefs: ["Canonical points to redirect"]
  Lumar: ["Canonical to Non-200"]
  Screaming Frog: ["Canonicals: Non-Indexable Canonical"]
  Sitebulb: ["Indexability: Canonical points to a redirecting URL"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical to a page that redirects

## What it finds

A listed page whose canonical answers with a redirect, or leads on by a refresh. The observation
names the target of the redirect: where that is the page itself, two rules contradict each other.

## Why it matters

The canonical says that the other address is the one to index, and that address says it is not.

## How to fix it

Let the canonical name the address at the end of the redirect.

## Example

### Back to the page itself

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
| https://example.com/a/ | https://example.com/sitemap.xml | https://example.com/a | 301 to https://example.com/a/ | status 200, no redirect | <link rel="canonical" href="https://example.com/a/"> | https://example.com/a/ | replace | canonical | https://example.com/a | https://example.com/a/ |

### A target that was not fetched or that a bot wall hides is unknown

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | challenge | role |
|---|---|---|---|
| https://example.com/a | 200 | | listed |
| https://example.com/b | 200 | | listed |
| https://example.com/walled | 403 | captcha | canonical |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/not-fetched |
| https://example.com/b | https://example.com/walled |

finds:

nothing
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT(
        CASE target.fault
            WHEN 'refresh' THEN 'refresh'
            ELSE CAST(target.target_status AS VARCHAR)
        END,
        ' to ' || target.target_redirect
    ) AS observed,
    'status 200, no redirect' AS expected,
    '<link rel="canonical" href="'
    || REPLACE(
        CASE
            WHEN final.is_indexable OR final.url_key = target.url_key THEN final.url
        END,
        '&',
        '&amp;'
    )
    || '">' AS fix,
    CASE WHEN final.is_indexable OR final.url_key = target.url_key THEN target.url END
        AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    final.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN redirect_chains AS chain
    ON target.canonical_key = chain.url_key AND chain.outcome = 'ok'
LEFT JOIN page_states AS led ON target.canonical_key = led.url_key
LEFT JOIN indexability AS final
    ON COALESCE(chain.final_key, led.refresh_key) = final.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault IN ('redirect', 'refresh')

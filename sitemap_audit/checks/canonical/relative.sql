/*
---
severity: warning
cause: has a relative URL as canonical
confidence: high
basis: documented
engines: [google]
known_as:
  Screaming Frog: ["Canonicals: Canonical Is Relative"]
  Sitebulb: ["Indexability: Canonical is a relative URL"]
needs: [entries, pages, page_canonicals]
over: listed_pages
tag: canonical
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://yandex.com/support/webmaster/robot-workings/canonical.html
since: 0.1.0
---
# Canonical is a relative URL

## What it finds

The canonical of a listed page has no scheme or no host (`/page`, `//host/page`). If that URL
redirects or returns an error, only this is reported.

## Why it matters

Google supports relative canonicals but recommends absolute URLs. A relative canonical depends on
the page's URL and on `<base>`, so staging and HTTP copies become their own canonical. Yandex asks
for an absolute URL.

## How to fix it

Write the absolute URL with `https://` and the host into the canonical in the page template.

## Example

### Without a host, without a scheme

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | /a |
| https://example.com/b | //example.com/b |
| https://example.com/c | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | /a | https://example.com/a | Set the canonical to https://example.com/a | https://example.com/a | replace | canonical | /a | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b | //example.com/b | https://example.com/b | Set the canonical to https://example.com/b | https://example.com/b | replace | canonical | //example.com/b | https://example.com/b |
*/
SELECT DISTINCT
    url,
    sitemap_url,
    canonical AS related_url,
    line,
    href AS observed,
    canonical AS expected,
    CONCAT('Set the canonical to ', canonical) AS fix,
    url AS change_url,
    'replace' AS action,
    'canonical' AS place,
    href AS "from",
    canonical AS "to"
FROM listed_canonicals
WHERE
    href_problem IN ('relative', 'protocol-relative')
    AND in_head
    AND href NOT LIKE '#%'
    AND NOT EXISTS (
        SELECT 1 FROM canonical_targets AS target
        WHERE
            target.url_key = listed_canonicals.url_key
            AND target.canonical_key = listed_canonicals.canonical_key
            AND target.fault IN ('client-error', 'server-error', 'no-response', 'redirect')
    )

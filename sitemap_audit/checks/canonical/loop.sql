/*
---
severity: error
keeps_out: pages
cause: is in a loop of canonicals
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Sitebulb: ["Indexability: Canonical loop"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical loop

## What it finds

Two pages, at least one of them listed, are canonicalized to each other.

## Why it matters

Each page says that the other one is the canonical. Google gets conflicting signals, ignores both
canonicals and chooses a URL itself.

## How to fix it

Choose the URL to index, and set the canonical of both pages to it in the page template or the SEO
plugin.

## Example

### Two listed pages canonicalized to each other

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/b |
| https://example.com/b | https://example.com/a |
| https://example.com/c | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | https://example.com/a → https://example.com/b → https://example.com/a | One canonical URL for both pages | Set the canonical of both pages to https://example.com/a or to https://example.com/b |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/a | https://example.com/b → https://example.com/a → https://example.com/b | One canonical URL for both pages | Set the canonical of both pages to https://example.com/b or to https://example.com/a |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT(target.url, ' → ', target.canonical, ' → ', target.target_canonical) AS observed,
    CASE
        WHEN target.better = 'page' THEN CONCAT('Canonical: ', target.url)
        ELSE 'One canonical URL for both pages'
    END AS expected,
    CASE
        WHEN target.better = 'page' THEN CONCAT('Set the canonical to ', target.url)
        ELSE CONCAT(
            'Set the canonical of both pages to ', target.url, ' or to ', target.canonical
        )
    END AS fix,
    CASE WHEN target.better = 'page' THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'loop'

/*
---
severity: error
keeps_out: pages
cause: has a canonical that itself has another canonical
confidence: high
basis: documented
engines: [google, bing]
follows: [canonical/canonicalized]
known_as:
  Ahrefs: ["Non-canonical page specified as canonical one"]
  Sitebulb: ["Indexability: Canonical points to another canonicalized URL"]
  squirrelscan: ["canonical-chain"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
tag: canonical
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
  - https://yandex.com/support/webmaster/robot-workings/canonical.html
since: 0.1.0
---
# Canonical chain

## What it finds

A listed page is canonicalized to a second URL, and that URL is canonicalized to a third.

## Why it matters

Search engines may not follow canonicals one after the other. Google and Bing treat the canonical
as a hint and may choose another URL. Yandex ignores canonical chains.

## How to fix it

If the page is a duplicate, set its canonical in the page template or the SEO plugin (Yoast, Rank
Math) to the last URL of the chain, and list only that URL in the sitemap. If the page has content
of its own, set its canonical to its own URL.

## Example

### A canonical that points to a canonicalized page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | https://example.com/b |
| https://example.com/b | https://example.com/c |
| https://example.com/c | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | https://example.com/a → https://example.com/b → https://example.com/c | Canonical that points directly to the final URL | Set the canonical to https://example.com/c, or to https://example.com/a if the page has content of its own |
*/
SELECT
    target.url,
    listed.sitemap_url,
    target.canonical AS related_url,
    listed.line,
    CONCAT(target.url, ' → ', target.canonical, ' → ', target.target_canonical) AS observed,
    'Canonical that points directly to the final URL' AS expected,
    CASE
        WHEN target.better = 'page' THEN CONCAT('Set the canonical to ', target.url)
        WHEN last_page.is_indexable
            THEN CONCAT(
                'Set the canonical to ', target.target_canonical, ', or to ', target.url,
                ' if the page has content of its own'
            )
        ELSE 'Set the canonical to an indexable URL'
    END AS fix,
    CASE target.better WHEN 'page' THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
INNER JOIN effective_canonicals AS following ON target.canonical_key = following.url_key
LEFT JOIN indexability AS last_page ON following.canonical_key = last_page.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'chain'

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [canonical-loop]
known_as:
  Sitebulb: ["Indexability: Canonical loop"]
needs: [entries, pages, page_canonicals]
over: canonical_targets
when: "listed AND page_fault = 'canonicalised'"
unknown: "NOT target_read"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Canonical loop

## What it finds

Two pages, one of them listed, that name each other as canonical.

## Why it matters

Each says that the other is the one to index. Search engines ignore both.

## How to fix it

Choose one; let both name that one.

## Example

### Two listed pages

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | https://example.com/a → https://example.com/b → https://example.com/a | a canonical that is its own canonical |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/a | https://example.com/b → https://example.com/a → https://example.com/b | a canonical that is its own canonical |

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
    CONCAT(target.url, ' → ', target.canonical, ' → ', target.target_canonical) AS observed,
    CASE
        WHEN other.url_key IS NULL THEN CONCAT('canonical is ', target.url)
        ELSE 'a canonical that is its own canonical'
    END AS expected,
    CASE WHEN other.url_key IS NULL THEN target.url END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    target.canonical AS "from",
    target.url AS "to"
FROM canonical_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN listed AS other ON target.canonical_key = other.url_key
WHERE target.page_fault = 'canonicalised' AND target.fault = 'loop'

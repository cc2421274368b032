/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
known_as:
  ContentKing: ["robots.txt: assets accessible"]
  Screaming Frog: ["Response Codes: Internal Blocked Resource"]
  Sitebulb: ["Indexability: Disallowed JavaScript, image or CSS file"]
needs: [entries, pages, renders]
over: rendered_pages
when: "TRUE"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
  - https://developers.google.com/search/docs/crawling-indexing/robots/intro
since: 0.1.0
---
# Page that needs what robots.txt disallows

## What it finds

A listed page that needs scripts, style sheets or data of its own host, as it is rendered, which
robots.txt disallows to the audited bot. The browser of this audit loads them all the same.

## Why it matters

Google renders the page without them. What they would have put there, links and canonicals among it,
it never sees.

## How to fix it

Allow these addresses in robots.txt.

## Example

### A script that only people get

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`renders`

| url | disallowed | disallowed_url | disallowed_rule |
|---|---|---|---|
| https://example.com/a | 2 | https://example.com/js/app.js | Disallow: /js/ |
| https://example.com/c | 1 | https://example.com/css/all.css | Disallow: /css/ |
| https://example.com/b | 0 | | |

finds:

| url | sitemap_url | related_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/js/app.js | disallowed: 2 (Disallow: /js/) | all that the page needs allowed | | | | |
| https://example.com/c | https://example.com/sitemap.xml | https://example.com/css/all.css | disallowed: 1 (Disallow: /css/) | all that the page needs allowed | https://example.com/robots.txt | add | rule | Allow: /css/all.css |

### Not rendered

`entries`

| loc |
|---|
| https://example.com/a |

`renders`

| url | problem |
|---|---|
| https://example.com/a | timeout |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    disallowed_url AS related_url,
    line,
    CONCAT('disallowed: ', disallowed, ' (', disallowed_rule, ')') AS observed,
    'all that the page needs allowed' AS expected,
    CASE
        WHEN disallowed = 1
            THEN CONCAT(REGEXP_EXTRACT(disallowed_url, '^https?://[^/]+'), '/robots.txt')
    END AS change_url,
    'add' AS action,
    'rule' AS place,
    CONCAT('Allow: ', REGEXP_REPLACE(disallowed_url, '^https?://[^/]+', '')) AS "to"
FROM rendered_pages
WHERE is_known AND disallowed > 0

/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-http-error]
known_as:
  Ahrefs: ["Sitemap is not accessible"]
  Google Search Console: ["Couldn't fetch", "HTTP error [code]", "Temporary error"]
  Lumar: ["Broken/Disallowed Sitemaps"]
  Yandex: ["HTTP error", "Not indexed"]
  squirrelscan: ["sitemap-4xx"]
needs: [sitemaps]
over: sitemap_states
when: "is_promised AND found_by <> 'index'"
unknown: "state IN ('refused', 'unreachable', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
since: 0.1.0
---
# Sitemap that answers with an error

## What it finds

A sitemap that robots.txt, a page or the user names and that answers with a 4xx or 5xx status. 403,
406 and 429 are left open: they may be meant for this audit alone. A sitemap that an index lists is
reported by `index/child-error`, a 401 by `sitemap/requires-login`; an address that was only tried is
not reported at all.

## Why it matters

Search engines get nothing from the file. URLs that only it lists are not found, and a file that
keeps failing is asked for less and less.

## How to fix it

Make the file available at that address with status 200, or correct or delete the line that names
it.

## Example

### A sitemap in robots.txt that is gone

`sitemaps`

| url | found_by | found_in | status |
|---|---|---|---|
| https://example.com/old.xml | robots | https://example.com/robots.txt | 404 |
| https://example.com/sitemap.xml | robots | https://example.com/robots.txt | 200 |

finds:

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/old.xml | https://example.com/robots.txt | status 404 | status 200 |

### An address that nobody named, and an answer that is for us alone

`sitemaps`

| url | found_by | status |
|---|---|---|
| https://example.com/sitemap.xml | guess | 404 |
| https://example.com/news.xml | robots | 403 |
| https://example.com/private.xml | robots | 401 |

finds:

nothing
*/
SELECT
    states.url AS sitemap_url,
    states.found_in AS related_url,
    CONCAT('status ', states.status) AS observed,
    'status 200' AS expected,
    CASE WHEN states.status IN (404, 410) THEN spare.robots_url END AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    spare.value AS "from"
FROM sitemap_states AS states
LEFT JOIN spare_sitemap_lines AS spare
    ON states.found_in = spare.robots_url AND states.url = spare.url
WHERE
    states.is_promised
    AND states.found_by <> 'index'
    AND states.state IN ('client-error', 'server-error')
    AND states.status <> 401

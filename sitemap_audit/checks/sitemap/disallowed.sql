/*
---
severity: error
keeps_out: pages
cause: is blocked by robots.txt
confidence: high
basis: documented
engines: [google, yandex]
known_as:
  Google Search Console: ["Sitemap blocked by robots.txt"]
  Lumar: ["Broken/Disallowed Sitemaps"]
  Yandex: ["URL forbidden in robots.txt"]
needs: [sitemaps, robots, pages]
over: sitemap_states
when: "is_promised"
unknown: "COALESCE(robots, 'unknown') = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
since: 0.1.0
---
# Sitemap blocked by robots.txt

## What it finds

The robots.txt of the sitemap's own host disallows the sitemap for the audited user agent. If
robots.txt blocks the whole host, only `robots/blocks-everything` reports it.

## Why it matters

Google and Yandex do not fetch a sitemap that robots.txt disallows, even if the same robots.txt
lists it. Search Console reports "Sitemap blocked by robots.txt".

## How to fix it

Add `Allow: /sitemap.xml` to the group of the user agent in robots.txt, or move the sitemap out of
the blocked directory.

## Example

### A sitemap in a disallowed directory

`sitemaps`

| url | robots | error |
|---|---|---|
| https://example.com/private/sitemap.xml | disallowed | disallowed |
| https://example.com/sitemap.xml | allowed | |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/private/sitemap.xml | Disallowed for Googlebot | Allowed | Add Allow: /private/sitemap.xml to robots.txt | https://example.com/robots.txt | add | rule | Allow: /private/sitemap.xml |

### robots.txt could not be fetched

`sitemaps`

| url | robots | error |
|---|---|---|
| https://example.com/sitemap.xml | unknown | robots-unreachable |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT('Disallowed for ', (SELECT MIN(run.token) FROM run)) AS observed,
    'Allowed' AS expected,
    CONCAT('Add Allow: ', REGEXP_REPLACE(url, '^https?://[^/]+', ''), ' to robots.txt') AS fix,
    CONCAT(REGEXP_EXTRACT(url, '^https?://[^/]+'), '/robots.txt') AS change_url,
    'add' AS action,
    'rule' AS place,
    CONCAT('Allow: ', REGEXP_REPLACE(url, '^https?://[^/]+', '')) AS "to"
FROM sitemap_states
WHERE
    is_promised
    AND robots = 'disallowed'
    AND CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3))
    NOT IN (SELECT blocked_origins.origin FROM blocked_origins)

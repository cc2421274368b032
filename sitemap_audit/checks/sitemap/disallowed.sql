/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, yandex]
aliases: [robots-sitemap-disallowed, sitemap-blocked-mixed-host]
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
# Sitemap that robots.txt blocks

## What it finds

A sitemap that something names and that robots.txt of its own host disallows for the audited bot.
Where it blocks the whole host, `robots/blocks-everything` says so once.

## Why it matters

Search engines that obey robots.txt do not fetch the file, although it is named in the same
robots.txt.

## How to fix it

Allow the file: `Allow: /sitemap.xml` in the group of rules that holds for the bot, or move it out
of the blocked folder.

## Example

### A sitemap in a blocked folder

`sitemaps`

| url | robots | error |
|---|---|---|
| https://example.com/private/sitemap.xml | disallowed | disallowed |
| https://example.com/sitemap.xml | allowed | |

finds:

| sitemap_url | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|
| https://example.com/private/sitemap.xml | disallowed for Googlebot | allowed | https://example.com/robots.txt | add | rule | Allow: /private/sitemap.xml |

### The rules could not be read

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
    CONCAT('disallowed for ', (SELECT MIN(run.token) FROM run)) AS observed,
    'allowed' AS expected,
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

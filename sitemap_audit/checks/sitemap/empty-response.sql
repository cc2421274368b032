/*
---
severity: error
keeps_out: pages
cause: returns an empty response
confidence: high
basis: documented
engines: [google, yandex]
known_as:
  Yandex: ["Response contains no data"]
needs: [sitemaps]
over: sitemap_states
when: "is_promised"
unknown: "state IN ('refused', 'unreachable', 'unknown')"
see:
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap response is empty

## What it finds

A sitemap returns a success status (200 or 204) with no content: no bytes, or only whitespace.

## Why it matters

Google and Yandex read no URL from it. Search Console and Yandex Webmaster report an error.

## How to fix it

Correct the sitemap generator or plugin: often it failed, or wrote an empty file. If the sitemap is
no longer used, remove its Sitemap line from robots.txt.

## Example

### No content with status 200

`sitemaps`

| url | kind |
|---|---|
| https://example.com/sitemap.xml | empty |
| https://example.com/news.xml | urlset |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | Returns 200 without content | A sitemap | Return the sitemap, or delete it |

### Status 204

`sitemaps`

| url | status | kind |
|---|---|---|
| https://example.com/a.xml | 204 | empty |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | Returns 204 without content | A sitemap | Return the sitemap, or delete it |

### A guessed URL that nothing references

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/sitemap.xml | guess | empty |

finds:

nothing
*/
SELECT
    states.url AS sitemap_url,
    COALESCE(written.source_url, states.found_in) AS related_url,
    CONCAT('Returns ', states.status, ' without content') AS observed,
    'A sitemap' AS expected,
    COALESCE(written.fix, 'Return the sitemap, or delete it') AS fix,
    written.change_url,
    'remove' AS action,
    written.place,
    written.value AS "from"
FROM sitemap_states AS states
LEFT JOIN written_sitemaps AS written
    ON states.url = written.url AND states.found_in = written.found_in
WHERE states.is_promised AND states.state = 'ok' AND states.kind = 'empty'

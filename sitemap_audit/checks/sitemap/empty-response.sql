/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, yandex]
aliases: [sitemap-empty-response]
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
# Sitemap without any content

## What it finds

A sitemap that something names and that answers with success and no content: no bytes, or nothing
but white space.

## Why it matters

Search engines take no URL from it and report an error.

## How to fix it

See why the server sends nothing: a generator that failed half way, or a file that was emptied.
Serve the file, or delete the line that names it.

## Example

### Nothing came

`sitemaps`

| url | kind |
|---|---|
| https://example.com/sitemap.xml | empty |
| https://example.com/news.xml | urlset |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | status 200 and no content | a sitemap |

### Nothing behind a success without content

`sitemaps`

| url | status | kind |
|---|---|---|
| https://example.com/a.xml | 204 | empty |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | status 204 and no content | a sitemap |

### An address that was only tried

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/sitemap.xml | guess | empty |

finds:

nothing
*/
SELECT
    states.url AS sitemap_url,
    states.found_in AS related_url,
    CONCAT('status ', states.status, ' and no content') AS observed,
    'a sitemap' AS expected,
    spare.robots_url AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    spare.value AS "from"
FROM sitemap_states AS states
LEFT JOIN spare_sitemap_lines AS spare
    ON states.found_in = spare.robots_url AND states.url = spare.url
WHERE states.is_promised AND states.state = 'ok' AND states.kind = 'empty'

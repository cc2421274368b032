/*
---
severity: error
keeps_out: pages
cause: returns 4xx or 5xx
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap is not accessible"]
  Google Search Console: ["Couldn't fetch", "HTTP error [code]", "Temporary error"]
  Lumar: ["Broken/Disallowed Sitemaps"]
  Yandex: ["HTTP error", "Not indexed"]
  squirrelscan: ["sitemap-4xx"]
needs: [sitemaps]
over: sitemap_states
when: "is_promised AND found_by <> 'index'"
unknown: "state IN ('login', 'refused', 'unreachable', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
since: 0.1.0
---
# Sitemap returns 4xx or 5xx

## What it finds

A sitemap listed in robots.txt, by a page or by the user returns a 4xx or 5xx status code. Status
codes that may apply to this audit only (402, 403, 406, 429 and others) are reported by
`sitemap/access-refused`. Sitemaps in an index are reported by `index/child-error`, a 401 by
`sitemap/requires-login`. A guessed URL is not reported.

## Why it matters

Search engines cannot read the sitemap, and Search Console reports "Couldn't fetch". URLs that are
in no other sitemap are not discovered through it. Search engines fetch a sitemap that keeps failing
less often.

## How to fix it

Return the sitemap with status 200: check the server log, the CMS plugin and the rewrite rules. If
the sitemap no longer exists, remove its Sitemap line from robots.txt.

## Example

### A 404 in robots.txt

`sitemaps`

| url | found_by | found_in | status |
|---|---|---|---|
| https://example.com/old.xml | robots | https://example.com/robots.txt | 404 |
| https://example.com/sitemap.xml | robots | https://example.com/robots.txt | 200 |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/old.xml | https://example.com/robots.txt | Returns 404 | 200 | Return the sitemap, or remove it from robots.txt |

### A guessed URL, a 403, a 401

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
    COALESCE(written.source_url, states.found_in) AS related_url,
    CONCAT('Returns ', states.status) AS observed,
    '200' AS expected,
    CASE
        WHEN states.status IN (404, 410) AND written.url IS NOT NULL THEN written.fix
        WHEN states.status IN (404, 410) AND states.found_by = 'robots'
            THEN 'Return the sitemap, or remove it from robots.txt'
        ELSE 'Return the sitemap with status 200'
    END AS fix,
    CASE WHEN states.status IN (404, 410) THEN written.change_url END AS change_url,
    'remove' AS action,
    written.place,
    written.value AS "from"
FROM sitemap_states AS states
LEFT JOIN written_sitemaps AS written
    ON states.url = written.url AND states.found_in = written.found_in
WHERE
    states.is_promised
    AND states.found_by <> 'index'
    AND states.state IN ('client-error', 'server-error')

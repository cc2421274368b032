/*
---
severity: error
keeps_out: pages
cause: returns an error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap is not accessible"]
  Google Search Console: ["Couldn't fetch", "HTTP error [code]"]
  Lumar: ["Broken/Disallowed Sitemaps"]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL AND COALESCE(child_found_by, 'index') = 'index'"
unknown: "child_state IS NULL OR child_state IN ('refused', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap in index returns an error

## What it finds

A sitemap that a sitemap index lists returns 4xx or 5xx, or no complete response. 403, 406 and 429
are not checked: the server may send them to this audit only.

## Why it matters

Search engines do not find the URLs of this sitemap. Search Console reports "Couldn't fetch" or
"HTTP error" for it.

## How to fix it

Restore the sitemap so that its URL returns 200, or remove its entry from the sitemap index. If a
CMS plugin (such as Yoast or Rank Math) writes the index, clear its cache and save the sitemap
settings again. For 5xx and timeouts, read the server log.

## Example

### One sitemap returns 404, one host does not exist

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 6 |
| https://example.com/index.xml | sitemap | https://example.com/c.xml | 9 |

`sitemaps`

| url | found_by | kind | status | error | error_detail |
|---|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | | |
| https://example.com/a.xml | index | | 404 | | |
| https://example.com/b.xml | index | | | dns | |
| https://example.com/c.xml | index | urlset | 200 | | |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | Returns 404 | 200 | Remove from the sitemap index | https://example.com/index.xml | remove | loc | https://example.com/a.xml |
| https://example.com/index.xml | https://example.com/b.xml | 6 | DNS lookup failed (no such host) | 200 | Correct the host name or its DNS records | | | | |

### Not checked: a sitemap that was not requested, and a 403

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |
| https://example.com/index.xml | sitemap | https://example.com/b.xml |

`sitemaps`

| url | found_by | kind | status |
|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 |
| https://example.com/b.xml | index | | 403 |

finds:

nothing
*/
SELECT
    child.sitemap_url,
    child.child_url AS related_url,
    child.line,
    CASE child.child_state
        WHEN 'unreachable'
            THEN
                CONCAT_WS(
                    ': ',
                    COALESCE(words.words, child.child_error),
                    CASE
                        WHEN child.child_error NOT IN ('dns', 'no-address', 'refused', 'truncated')
                            THEN child.child_error_detail
                    END
                )
        ELSE CONCAT('Returns ', child.child_status)
    END AS observed,
    '200' AS expected,
    CASE
        WHEN child.child_status IN (404, 410) THEN 'Remove from the sitemap index'
        WHEN child.child_state = 'login' THEN 'Allow access without a login'
        WHEN child.child_status < 500 THEN 'Return 200, or remove from the sitemap index'
        WHEN child.child_error IN ('dns', 'no-address')
            THEN 'Correct the host name or its DNS records'
        ELSE 'Return 200; check the server log'
    END AS fix,
    CASE WHEN child.child_status IN (404, 410) THEN child.sitemap_url END AS change_url,
    'remove' AS action,
    'loc' AS place,
    child.child_url AS "from"
FROM index_children AS child
LEFT JOIN plain_words AS words ON words.topic = 'error' AND child.child_error = words.code
WHERE
    child.child_found_by = 'index'
    AND child.child_state IN ('login', 'client-error', 'server-error', 'unreachable')

/*
---
severity: warning
confidence: high
basis: documented
engines: [google, bing, yandex]
aliases: [sitemap-redirect]
known_as:
  Yandex: ["Redirect"]
needs: [sitemaps]
over: sitemap_states
when: "is_promised AND found_by NOT IN ('index', 'redirect')"
unknown: "status IS NULL"
see:
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that redirects

## What it finds

A sitemap that robots.txt, a page or the user names and that returns a redirect. What a sitemap
index lists is left to `index/child-redirects`, one without a usable Location to
`sitemap/redirect-without-target`, one that redirects round in a circle to
`sitemap/too-many-redirects`.

## Why it matters

Google and Bing follow the redirect; Yandex does not read the file at all. Each redirect is one more thing
that can fail, and where it leads to another host, the rules on which URLs a sitemap may list change
with it.

## How to fix it

Name the final URL in robots.txt.

## Example

### A sitemap that has moved

`sitemaps`

| url | found_by | found_in | status | location |
|---|---|---|---|---|
| https://example.com/sitemap.xml | robots | https://example.com/robots.txt | 301 | /sitemaps/index.xml |
| https://example.com/sitemaps/index.xml | redirect | | 200 | |

finds:

| sitemap_url | related_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | https://example.com/sitemaps/index.xml | status 301 to https://example.com/sitemaps/index.xml, in another folder | status 200 | https://example.com/robots.txt | replace | sitemap | https://example.com/sitemap.xml | https://example.com/sitemaps/index.xml |

### To another host, and to another name in the same folder

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/a.xml | robots | 302 | https://cdn.example.net/a.xml |
| https://example.com/b.xml | robots | 301 | /c.xml?v=2 |
| https://example.com/d.xml | index | 301 | /c.xml |

finds:

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | https://cdn.example.net/a.xml | status 302 to https://cdn.example.net/a.xml, on another host | status 200 |
| https://example.com/b.xml | https://example.com/c.xml?v=2 | status 301 to https://example.com/c.xml?v=2 | status 200 |

### Round in a circle

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/sitemap.xml | robots | 301 | /sitemap_index.xml |
| https://example.com/sitemap_index.xml | redirect | 301 | /sitemap.xml |

finds:

nothing

### An address that was only tried

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/sitemap.xml | guess | 301 | / |

finds:

nothing
*/
SELECT
    states.url AS sitemap_url,
    states.redirect_url AS related_url,
    CONCAT(
        'status ', states.status, ' to ',
        states.redirect_url,
        CASE
            WHEN SPLIT_PART(states.redirect_url, '/', 3) <> SPLIT_PART(states.url, '/', 3)
                THEN ', on another host'
            WHEN
                REGEXP_REPLACE(
                    SPLIT_PART(states.redirect_url, '?', 1), '^https?:|/[^/]*$', '', 'g'
                )
                <> REGEXP_REPLACE(SPLIT_PART(states.url, '?', 1), '^https?:|/[^/]*$', '', 'g')
                THEN ', in another folder'
            ELSE ''
        END
    ) AS observed,
    'status 200' AS expected,
    CASE
        WHEN states.found_by = 'robots' AND chain.new_url IS NOT NULL THEN states.found_in
    END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    states.url AS "from",
    chain.new_url AS "to"
FROM sitemap_states AS states
LEFT JOIN sitemap_chains AS chain ON states.url_key = chain.url_key
WHERE
    states.status IN (301, 302, 303, 307, 308)
    AND states.is_promised
    AND states.found_by NOT IN ('index', 'redirect')
    AND states.redirect_url IS NOT NULL
    AND COALESCE(chain.outcome, '') NOT IN ('loop', 'too-long')

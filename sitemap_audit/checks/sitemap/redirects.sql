/*
---
severity: warning
cause: redirects
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
# Redirecting sitemap (3xx)

## What it finds

A sitemap listed in robots.txt, by a page or by the user returns a redirect. Sitemaps in an index
are reported by `index/child-redirects`, a redirect without a usable Location by
`sitemap/redirect-without-target`, a redirect loop by `sitemap/too-many-redirects`.

## Why it matters

Google and Bing follow the redirect. Yandex accepts status 200 only and does not read the sitemap.
If the redirect changes the host or the directory, other URLs are allowed in the sitemap.

## How to fix it

Replace the Sitemap line in robots.txt with the final URL, and submit the final URL in Search
Console.

## Example

### A sitemap that has moved

`sitemaps`

| url | found_by | found_in | status | location |
|---|---|---|---|---|
| https://example.com/sitemap.xml | robots | https://example.com/robots.txt | 301 | /sitemaps/index.xml |
| https://example.com/sitemaps/index.xml | redirect | | 200 | |

finds:

| sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | https://example.com/sitemaps/index.xml | Redirects to https://example.com/sitemaps/index.xml (301, another directory) | 200 | Replace with https://example.com/sitemaps/index.xml | https://example.com/robots.txt | replace | sitemap | https://example.com/sitemap.xml | https://example.com/sitemaps/index.xml |

### To another host, to another name in the same directory

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/a.xml | robots | 302 | https://cdn.example.net/a.xml |
| https://example.com/b.xml | robots | 301 | /c.xml?v=2 |
| https://example.com/d.xml | index | 301 | /c.xml |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | https://cdn.example.net/a.xml | Redirects to https://cdn.example.net/a.xml (302, another host) | 200 | Replace with https://cdn.example.net/a.xml |
| https://example.com/b.xml | https://example.com/c.xml?v=2 | Redirects to https://example.com/c.xml?v=2 (301) | 200 | Replace with https://example.com/c.xml?v=2 |

### A redirect loop

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/sitemap.xml | robots | 301 | /sitemap_index.xml |
| https://example.com/sitemap_index.xml | redirect | 301 | /sitemap.xml |

finds:

nothing

### A guessed URL that nothing references

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
        'Redirects to ', states.redirect_url, ' (', states.status,
        CASE
            WHEN SPLIT_PART(states.redirect_url, '/', 3) <> SPLIT_PART(states.url, '/', 3)
                THEN ', another host'
            WHEN
                REGEXP_REPLACE(
                    SPLIT_PART(states.redirect_url, '?', 1), '^https?:|/[^/]*$', '', 'g'
                )
                <> REGEXP_REPLACE(SPLIT_PART(states.url, '?', 1), '^https?:|/[^/]*$', '', 'g')
                THEN ', another directory'
            ELSE ''
        END,
        ')'
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN COALESCE(chain.final_status, 200) = 200
            THEN CONCAT('Replace with ', COALESCE(chain.final_url, states.redirect_url))
        ELSE 'Return the sitemap with status 200'
    END AS fix,
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
UNION ALL
SELECT
    url AS sitemap_url,
    requested AS related_url,
    CONCAT(
        'Redirects from ', first_requested, ' to ', requested,
        ' (', REPLACE(respelled_by, ', ', ' → '), ')'
    ) AS observed,
    '200' AS expected,
    CONCAT('Replace with ', requested, ', or remove the redirect rule') AS fix,
    CASE WHEN found_by = 'robots' THEN found_in END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    first_requested AS "from",
    requested AS "to"
FROM sitemap_states
WHERE
    respelled_by IS NOT NULL
    AND status = 200
    AND is_promised
    AND found_by NOT IN ('index', 'redirect')

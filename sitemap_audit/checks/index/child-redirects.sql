/*
---
severity: warning
cause: redirects
confidence: high
basis: documented
engines: [google, bing, yandex]
aliases: [index-child-redirect]
known_as:
  Yandex: ["Redirect"]
needs: [sitemaps, entries]
over: index_children
when: "child_url IS NOT NULL"
unknown: "child_status IS NULL"
see:
  - https://yandex.com/support/webmaster/en/indexing-options/sitemap
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Redirecting sitemap in sitemap index

## What it finds

A sitemap that a sitemap index lists returns a redirect.

## Why it matters

Google and Bing follow the redirect. Yandex requires status 200 and does not read the sitemap.

## How to fix it

Replace the URL in the sitemap index with the final URL. If http or `www.` causes the redirect,
correct the site URL in the CMS or sitemap generator.

## Example

### The final URL is in the index too

`sitemaps`

| url | found_by | kind | status | location |
|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | |
| https://example.com/a.xml | index | | 301 | /maps/a.xml |
| https://example.com/maps/a.xml | redirect | urlset | 200 | |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/maps/a.xml | 4 |

finds:

| sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | Redirects to https://example.com/maps/a.xml (301) | 200 | Remove; https://example.com/maps/a.xml is already listed |

### Only the redirecting URL is in the index

`sitemaps`

| url | found_by | kind | status | location | entries |
|---|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | | 0 |
| https://example.com/a.xml | index | | 301 | /maps/a.xml | 0 |
| https://example.com/maps/a.xml | redirect | urlset | 200 | | 5 |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | Redirects to https://example.com/maps/a.xml (301) | 200 | Replace with https://example.com/maps/a.xml | https://example.com/index.xml | replace | loc | https://example.com/a.xml | https://example.com/maps/a.xml |

### Not reported here: a sitemap that robots.txt lists too

`sitemaps`

| url | found_by | kind | status | location |
|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | |
| https://example.com/a.xml | robots | | 301 | /maps/a.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |

finds:

nothing
*/
WITH children AS (
    SELECT DISTINCT child_url FROM index_children
    WHERE child_url IS NOT NULL
),

targets AS (
    SELECT
        chains.url_key,
        CASE WHEN children.child_url IS NULL THEN chains.new_url END AS new_url,
        children.child_url AS listed_url
    FROM sitemap_chains AS chains
    LEFT JOIN children ON chains.final_url = children.child_url
    WHERE chains.outcome = 'ok' AND chains.final_status = 200
)

SELECT
    index_children.sitemap_url,
    index_children.child_url AS related_url,
    index_children.line,
    CASE
        WHEN index_children.child_redirect_url IS NULL
            THEN CONCAT('Redirect without a valid target (', index_children.child_status, ')')
        ELSE
            CONCAT(
                'Redirects to ', index_children.child_redirect_url,
                ' (', index_children.child_status, ')'
            )
    END AS observed,
    '200' AS expected,
    CASE
        WHEN targets.new_url IS NOT NULL THEN CONCAT('Replace with ', targets.new_url)
        WHEN targets.listed_url IS NOT NULL
            THEN CONCAT('Remove; ', targets.listed_url, ' is already listed')
        ELSE 'List the final URL of the sitemap, or return 200'
    END AS fix,
    CASE WHEN targets.new_url IS NOT NULL THEN index_children.sitemap_url END AS change_url,
    'replace' AS action,
    'loc' AS place,
    index_children.child_url AS "from",
    targets.new_url AS "to"
FROM index_children
LEFT JOIN targets ON index_children.child_key = targets.url_key
WHERE index_children.child_state = 'redirect' AND index_children.child_found_by = 'index'
UNION ALL
SELECT
    entry.sitemap_url,
    entry.child_url AS related_url,
    entry.line,
    CONCAT(
        'Redirects from ', child.first_requested, ' to ', child.requested,
        ' (', REPLACE(child.respelled_by, ', ', ' → '), ')'
    ) AS observed,
    '200' AS expected,
    CONCAT('Replace with ', child.requested, ', or remove the redirect rule') AS fix,
    entry.sitemap_url AS change_url,
    'replace' AS action,
    'loc' AS place,
    written.loc AS "from",
    child.requested AS "to"
FROM index_children AS entry
INNER JOIN entries AS written
    ON entry.sitemap_id = written.sitemap_id AND entry.position = written.position
INNER JOIN sitemap_states AS child ON entry.child_id = child.id
WHERE
    child.respelled_by IS NOT NULL
    AND child.status = 200
    AND entry.child_found_by = 'index'
    AND written.loc <> child.requested

/*
---
severity: warning
cause: redirects
confidence: high
basis: documented
engines: [google, bing, yandex]
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

A sitemap that a sitemap index lists returns a redirect to a sitemap. A redirect back to the index is
reported by `index/cycle`, one to something that is no sitemap, such as the homepage or a 404, by the
check of what is there: `sitemap/html`, `sitemap/http-error` and others.

## Why it matters

Google and Bing follow the redirect. Yandex requires status 200 and does not read the sitemap.

## How to fix it

Replace the URL in the sitemap index with the final URL; if that is listed too, remove the entry. If http or `www.` causes the redirect,
correct the site URL in the CMS or sitemap generator.

## Example

### The final URL is in the index too

`sitemaps`

| url | found_by | kind | status | location |
|---|---|---|---|---|
| https://example.com/index.xml | robots | sitemapindex | 200 | |
| https://example.com/a.xml | index | | 301 | /maps/a.xml |
| https://example.com/maps/a.xml | index | urlset | 200 | |

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://example.com/maps/a.xml | 4 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 3 | Redirects to https://example.com/maps/a.xml (301) | 200 | Remove; https://example.com/maps/a.xml is already listed | https://example.com/index.xml | remove | loc | https://example.com/a.xml |

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
WITH targets AS (
    SELECT
        index_children.sitemap_url,
        index_children.position,
        index_children.child_url,
        index_children.line,
        index_children.child_redirect_url,
        index_children.child_status,
        chains.final_url,
        chains.final_kind,
        chains.listed_url,
        chains.new_url,
        ROW_NUMBER() OVER (
            PARTITION BY index_children.sitemap_url, chains.new_url
            ORDER BY index_children.position
        ) AS place
    FROM index_children
    LEFT JOIN sitemap_chains AS chains ON index_children.child_key = chains.url_key
    WHERE
        index_children.child_state = 'redirect'
        AND index_children.child_found_by = 'index'
        AND NOT index_children.is_circular
        AND COALESCE(chains.outcome, '') NOT IN ('loop', 'too-long')
        AND NOT COALESCE(chains.is_no_sitemap, FALSE)
),

decided AS (
    SELECT
        sitemap_url,
        child_url,
        line,
        child_redirect_url,
        child_status,
        final_url,
        listed_url,
        CASE WHEN final_kind = 'sitemapindex' THEN new_url END AS nested_url,
        CASE WHEN final_kind <> 'sitemapindex' AND place = 1 THEN new_url END AS new_url,
        CASE WHEN final_kind <> 'sitemapindex' AND place > 1 THEN new_url END AS other_url
    FROM targets
)

SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CASE
        WHEN child_redirect_url IS NULL
            THEN CONCAT('Redirect without a valid target (', child_status, ')')
        ELSE CONCAT('Redirects to ', child_redirect_url, ' (', child_status, ')')
    END AS observed,
    '200' AS expected,
    CASE
        WHEN new_url IS NOT NULL THEN CONCAT('Replace with ', new_url)
        WHEN listed_url IS NOT NULL THEN CONCAT('Remove; ', listed_url, ' is already listed')
        WHEN other_url IS NOT NULL
            THEN CONCAT('Remove; another entry redirects to ', other_url, ', too')
        WHEN nested_url IS NOT NULL THEN CONCAT('Replace with the sitemaps in ', nested_url)
        WHEN final_url IS NULL THEN 'List the final URL of the sitemap, or return 200'
        ELSE 'Return the sitemap with status 200'
    END AS fix,
    CASE WHEN COALESCE(new_url, listed_url, other_url) IS NOT NULL THEN sitemap_url END
        AS change_url,
    CASE WHEN new_url IS NOT NULL THEN 'replace' ELSE 'remove' END AS action,
    'loc' AS place,
    child_url AS "from",
    new_url AS "to"
FROM decided
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

/*
---
severity: warning
cause: has robots directives that contradict each other
confidence: high
basis: documented
engines: [google, bing, yandex]
known_as:
  Sitebulb:
    - "Indexability: Mismatched nofollow in HTML and header"
    - "Indexability: Mismatched noindex in HTML and header"
  squirrelscan: ["indexability-conflicts"]
needs: [entries, pages, page_directives]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
  - https://yandex.com/support/webmaster/en/controlling-robot/metatags
since: 0.1.0
---
# Conflicting robots directives

## What it finds

A listed page that gives the same bot both `index` and `noindex`, or both `follow` and `nofollow`,
in several robots meta tags or in a meta tag and an X-Robots-Tag header. A different rule for one
named bot is not a conflict.

## Why it matters

Google and Bing apply the most restrictive directive; Yandex gives priority to the one that allows
indexing. One of the two settings does not have the intended effect.

## How to fix it

Remove one of the two directives. Robots meta tags come from the template or SEO plugin (Yoast, Rank
Math), X-Robots-Tag headers from the server, the CDN or a plugin.

## Example

### index in the meta tag, none in the header

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_directives`

| url | source | agent | directive |
|---|---|---|---|
| https://example.com/a | meta | robots | index |
| https://example.com/a | header | * | none |
| https://example.com/b | meta | googlebot | follow |
| https://example.com/b | meta | googlebot | nofollow |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: index (meta), noindex (header) | One directive | Remove index or noindex |
| https://example.com/b | https://example.com/sitemap.xml | googlebot: follow (meta), nofollow (meta) | One directive | Remove follow or nofollow |

### A rule for one bot; the same directive twice

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_directives`

| url | source | agent | directive |
|---|---|---|---|
| https://example.com/a | meta | robots | index |
| https://example.com/a | meta | googlebot | noindex |
| https://example.com/b | meta | robots | noindex |
| https://example.com/b | header | * | noindex |

finds:

nothing
*/
WITH words AS (
    SELECT
        page_id,
        source,
        CASE WHEN agent = '*' THEN 'robots' ELSE agent END AS agent,
        CASE WHEN directive IN ('index', 'all') THEN 'index' END AS allows_index,
        CASE WHEN directive IN ('noindex', 'none') THEN 'noindex' END AS forbids_index,
        CASE WHEN directive IN ('follow', 'all') THEN 'follow' END AS allows_follow,
        CASE WHEN directive IN ('nofollow', 'none') THEN 'nofollow' END AS forbids_follow
    FROM page_directives
),

conflicts AS (
    SELECT DISTINCT
        one.page_id,
        one.agent,
        COALESCE(one.allows_index, one.allows_follow) AS allows,
        one.source AS allowed_in,
        COALESCE(other.forbids_index, other.forbids_follow) AS forbids,
        other.source AS forbidden_in
    FROM words AS one
    INNER JOIN words AS other
        ON
            one.page_id = other.page_id
            AND one.agent = other.agent
    WHERE
        (one.allows_index IS NOT NULL AND other.forbids_index IS NOT NULL)
        OR (
            one.allows_index IS NULL
            AND one.allows_follow IS NOT NULL
            AND other.forbids_index IS NULL
            AND other.forbids_follow IS NOT NULL
        )
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        conflicts.agent,
        ': ',
        conflicts.allows,
        ' (',
        conflicts.allowed_in,
        '), ',
        conflicts.forbids,
        ' (',
        conflicts.forbidden_in,
        ')'
    ) AS observed,
    'One directive' AS expected,
    CONCAT('Remove ', conflicts.allows, ' or ', conflicts.forbids) AS fix
FROM conflicts
INNER JOIN listed_pages ON conflicts.page_id = listed_pages.page_id
WHERE listed_pages.state = 'ok'

/*
---
severity: notice
cause: has the same robots directive several times
confidence: high
basis: advisory
engines: [google, bing]
known_as:
  Ahrefs: ["Noindex in HTML and HTTP header", "Nofollow in HTML and HTTP header"]
  Sitebulb:
    - "Indexability: Multiple noindex or nofollow directives"
    - "Indexability: Noindex or nofollow in HTML and header"
needs: [entries, pages, page_directives]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
since: 0.1.0
---
# Duplicate robots directive

## What it finds

A listed page that gives one bot the same directive more than once: in two robots meta tags, in a
meta tag and the X-Robots-Tag header, or twice in one of them.

## Why it matters

Search engines combine the directives, so the duplicate has no effect today. But if only one place
is changed later, the page keeps the old directive: Google applies the most restrictive one.

## How to fix it

Remove the duplicate from the template, SEO plugin or server configuration. Use the meta tag for
HTML pages and the X-Robots-Tag header for other files.

## Example

### In the meta tag and the header

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | noindex |
|---|---|
| https://example.com/a | true |

`page_directives`

| url | source | directive |
|---|---|---|
| https://example.com/a | meta | noindex |
| https://example.com/a | header | noindex |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | noindex 2 times (meta and header) | Once | Remove the duplicate | https://example.com/a | remove | header | X-Robots-Tag: noindex |

### Twice in meta tags

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | directive |
|---|---|
| https://example.com/a | nofollow |
| https://example.com/a | nofollow |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | nofollow 2 times (meta) | Once | Remove the duplicate | https://example.com/a | remove | robots | nofollow |

### For two bots; two different directives

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | agent | directive |
|---|---|---|
| https://example.com/a | googlebot | nofollow |
| https://example.com/a | bingbot | nofollow |
| https://example.com/a | bingbot | noarchive |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        directive.directive,
        ' ',
        COUNT(*),
        ' times (',
        CASE
            WHEN MIN(directive.source) = MAX(directive.source) THEN MIN(directive.source)
            ELSE 'meta and header'
        END,
        ')'
    ) AS observed,
    'Once' AS expected,
    'Remove the duplicate' AS fix,
    listed_pages.url AS change_url,
    'remove' AS action,
    CASE WHEN MIN(directive.source) = 'header' THEN 'header' ELSE 'robots' END AS place,
    CASE
        WHEN MIN(directive.source) = 'header' THEN CONCAT('X-Robots-Tag: ', directive.directive)
        ELSE directive.directive
    END AS "from"
FROM listed_pages
INNER JOIN page_directives AS directive ON listed_pages.page_id = directive.page_id
WHERE
    listed_pages.state = 'ok'
    AND directive.problem IS NULL
    AND directive.directive IN ('noindex', 'nofollow', 'none', 'noarchive', 'nosnippet')
GROUP BY
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    directive.directive,
    CASE WHEN directive.agent = '*' THEN 'robots' ELSE directive.agent END
HAVING COUNT(*) > 1

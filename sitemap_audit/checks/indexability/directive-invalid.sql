/*
---
severity: warning
confidence: medium
basis: documented
engines: [google, bing]
aliases: [directive-invalid-value]
needs: [entries, pages, page_directives]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Robots directive that no search engine knows

## What it finds

A word in a robots meta or an X-Robots-Tag of a listed page that is no directive (`noidex`,
`no-index`), or a directive with a value that it cannot have (`max-snippet: long`,
`unavailable_after: soon`).

## Why it matters

Search engines ignore what they do not know. A noindex with a slip of the pen leaves the page in the
index.

## How to fix it

Write the directive as the documentation has it, or take it out.

## Example

### A slip of the pen, and a value that is no number

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_directives`

| url | directive | problem | value |
|---|---|---|---|
| https://example.com/a | noidex | unknown | |
| https://example.com/b | max-snippet | bad-value | long |

finds:

| url | sitemap_url | observed | expected | kind | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: noidex (no directive) | a directive such as noindex, nofollow or max-snippet: 50 | noidex | https://example.com/a | remove | robots | noidex |
| https://example.com/b | https://example.com/sitemap.xml | robots: max-snippet: long (not a value of it) | a directive such as noindex, nofollow or max-snippet: 50 | max-snippet | https://example.com/b | remove | robots | max-snippet: long |

### A date that cannot be read

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | directive | value | problem |
|---|---|---|---|
| https://example.com/a | unavailable_after | soon | bad-value |

finds:

| url | sitemap_url | observed | expected | kind | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: unavailable_after: soon (not a value of it) | a directive such as noindex, nofollow or max-snippet: 50 | unavailable_after | https://example.com/a | remove | robots | unavailable_after: soon |

### Nothing is wrong

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | directive |
|---|---|
| https://example.com/a | noarchive |

finds:

nothing
*/
SELECT DISTINCT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    CONCAT(
        REPLACE(directive.agent, '*', 'robots'),
        ': ',
        directive.directive,
        ': ' || directive.value,
        CASE directive.problem
            WHEN 'bad-value' THEN ' (not a value of it)' ELSE ' (no directive)'
        END
    ) AS observed,
    'a directive such as noindex, nofollow or max-snippet: 50' AS expected,
    directive.directive AS kind,
    listed_pages.url AS change_url,
    'remove' AS action,
    'robots' AS place,
    CONCAT(directive.directive, ': ' || directive.value) AS "from"
FROM listed_pages
INNER JOIN page_directives AS directive ON listed_pages.page_id = directive.page_id
WHERE
    listed_pages.state = 'ok'
    AND directive.problem IS NOT NULL

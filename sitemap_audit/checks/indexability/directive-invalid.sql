/*
---
severity: warning
cause: has an invalid robots directive
confidence: medium
basis: documented
engines: [google, bing]
needs: [entries, pages, page_directives]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Invalid robots directive

## What it finds

A directive in a robots meta tag or X-Robots-Tag of a listed page that no search engine defines
(`noidex`, `no-index`), several without commas (`noindex nofollow`), or one with an invalid value
(`max-snippet: long`, `unavailable_after: soon`).

## Why it matters

Google and Bing ignore directives that they do not know. A misspelled `noindex` leaves the page in
the index.

## How to fix it

Correct the spelling or the value in the template, SEO plugin or server configuration, or remove the
directive.

## Example

### A misspelled directive, a value that is not a number

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

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: noidex (unknown directive) | A valid directive, such as noindex or max-snippet: 50 | Correct or remove noidex | noidex |
| https://example.com/b | https://example.com/sitemap.xml | robots: max-snippet: long (invalid value) | A valid directive, such as noindex or max-snippet: 50 | Correct or remove max-snippet | max-snippet |

### An invalid date

`entries`

| loc |
|---|
| https://example.com/a |

`page_directives`

| url | directive | value | problem |
|---|---|---|---|
| https://example.com/a | unavailable_after | soon | bad-value |

finds:

| url | sitemap_url | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | robots: unavailable_after: soon (invalid value) | A valid directive, such as noindex or max-snippet: 50 | Correct or remove unavailable_after | unavailable_after |

### A valid directive

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
            WHEN 'bad-value' THEN ' (invalid value)' ELSE ' (unknown directive)'
        END
    ) AS observed,
    'A valid directive, such as noindex or max-snippet: 50' AS expected,
    COALESCE(
        'If meant, write ' || directive.suggestion || '; otherwise remove it',
        CONCAT('Correct or remove ', directive.directive)
    ) AS fix,
    directive.directive AS kind
FROM listed_pages
INNER JOIN page_directives AS directive ON listed_pages.page_id = directive.page_id
WHERE
    listed_pages.state = 'ok'
    AND directive.problem IS NOT NULL

/*
---
severity: warning
cause: "{host} returns 200 for pages that do not exist"
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: not_found_answers
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Missing pages return 200 (site-wide soft 404)

## What it finds

The host returns 200 with a page for a URL that cannot exist. The audit requests one such URL on
each host with listed pages. If most checked pages have the same text as that response, or nearly no
text like it, the pages are client-side rendered: their texts, titles and annotations are checked
only with `--render`.

## Why it matters

Google treats such responses as soft 404 by their text alone. Deleted pages stay unnoticed in
sitemaps and in the index, and mistyped URLs are crawled as pages, which uses up crawl budget.

## How to fix it

Return 404 from the server for each URL without a page. In a single-page application, have the
server check the routes, or redirect by JavaScript to a URL that returns 404, or add `noindex` by
JavaScript (Google, JavaScript SEO basics).

## Example

### A shop and a single-page application

`entries`

| loc |
|---|
| https://example.com/tea |
| https://app.example/a |
| https://app.example/b |
| https://sound.example/a |

`pages`

| url | role | status | text_hash | words |
|---|---|---|---|---|
| https://example.com/tea | listed | 200 | a1 | 300 |
| https://example.com/no-such-page | probe | 200 | a2 | 40 |
| https://app.example/a | listed | 200 | b1 | 0 |
| https://app.example/b | listed | 200 | b1 | 0 |
| https://app.example/no-such-page | probe | 200 | b1 | 0 |
| https://sound.example/a | listed | 200 | c1 | 300 |
| https://sound.example/no-such-page | probe | 404 | c2 | 10 |

finds:

| url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://app.example/ | Returns 200 for https://app.example/no-such-page, with the text of 2 of 2 checked pages | 404 | Return 404 for URLs without a page | client-side rendered | https://app.example/no-such-page | replace | status | 200 | 404 |
| https://example.com/ | Returns 200 for https://example.com/no-such-page | 404 | Return 404 for URLs without a page | | https://example.com/no-such-page | replace | status | 200 | 404 |

### A missing page that redirects, and one that was not fetched

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.net/a |

`pages`

| url | role | status | location | error |
|---|---|---|---|---|
| https://example.com/a | listed | 200 | | |
| https://example.com/no-such-page | probe | 302 | https://example.com/ | |
| https://example.net/a | listed | 200 | | |
| https://example.net/no-such-page | probe | | | disallowed |

finds:

nothing
*/
SELECT
    CONCAT(SPLIT_PART(url, '/', 1), '//', host, '/') AS url,
    CONCAT(
        'Returns 200 for ',
        url,
        CASE
            WHEN is_shell
                THEN CONCAT(
                    ', with the text of ',
                    FORMAT_NUMBER(twins, 0), ' of ', FORMAT_NUMBER(pages, 0), ' checked pages'
                )
            ELSE ''
        END
    ) AS observed,
    '404' AS expected,
    'Return 404 for URLs without a page' AS fix,
    CASE WHEN is_shell THEN 'client-side rendered' END AS kind,
    url AS change_url,
    'replace' AS action,
    'status' AS place,
    '200' AS "from",
    '404' AS "to"
FROM not_found_answers
WHERE status = 200

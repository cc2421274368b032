/*
---
severity: warning
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
# Host that answers 200 for a page that is not there

## What it finds

A host that answers 200, with a page, to an address that cannot exist (one is asked for on every host
with listed pages). Where most listed pages have the text of that answer, or as good as none, as it
has, what is served is a shell that scripts fill in: the pages' texts, titles and annotations are
then known only with `--render`.

## Why it matters

Nobody can tell by the status which pages there are. Pages that have gone stay in sitemaps and
indexes unnoticed, mistyped addresses are crawled as pages, and search engines sort them out by their
text alone (soft 404).

## How to fix it

Answer 404 for every address that no page belongs to. Where a script decides that, have the server
know the addresses too, or have the script lead to an address that answers 404, or add a `noindex`.

## Example

### A shop with a page for everything, and an application

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

| url | observed | expected | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://app.example/ | https://app.example/no-such-page answers 200, with the text of 2 of 2 listed pages | status 404 | pages that scripts fill in | https://app.example/no-such-page | replace | status | 200 | 404 |
| https://example.com/ | https://example.com/no-such-page answers 200 | status 404 | | https://example.com/no-such-page | replace | status | 200 | 404 |

### What leads elsewhere, and what was not answered

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
        url,
        ' answers 200',
        CASE
            WHEN is_shell THEN CONCAT(', with the text of ', twins, ' of ', pages, ' listed pages')
            ELSE ''
        END
    ) AS observed,
    'status 404' AS expected,
    CASE WHEN is_shell THEN 'pages that scripts fill in' END AS kind,
    url AS change_url,
    'replace' AS action,
    'status' AS place,
    '200' AS "from",
    '404' AS "to"
FROM not_found_answers
WHERE status = 200

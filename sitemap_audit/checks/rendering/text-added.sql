/*
---
severity: notice
confidence: medium
basis: advisory
engines: [google]
needs: [entries, pages, renders]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
parameters: {min_words: 50, share: 0.5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Main text that comes by script

## What it finds

A listed page of whose main text, once rendered, less than the share `share` is in the page that is
served. The rendered text has `min_words` words at least.

## Why it matters

Google reads such pages later than others, and whoever does not run scripts, many AI crawlers among
them, sees hardly anything.

## How to fix it

Render the page on the server, or generate it beforehand.

## Example

### Nearly all of it, and little of it

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | words |
|---|---|
| https://example.com/a | 10 |
| https://example.com/b | 300 |

`renders`

| url | words |
|---|---|
| https://example.com/a | 400 |
| https://example.com/b | 400 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | served: 10 words; rendered: 400 words | the main text in the served page |

### Hardly any text at all

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | words |
|---|---|
| https://example.com/a | 2 |

`renders`

| url | words |
|---|---|
| https://example.com/a | 40 |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('served: ', served_words, ' words; rendered: ', rendered_words, ' words') AS observed,
    'the main text in the served page' AS expected
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND rendered_words >= $min_words
    AND served_words < $share * rendered_words

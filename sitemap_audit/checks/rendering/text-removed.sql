/*
---
severity: warning
confidence: medium
basis: inferred
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
# Main text that a script takes away

## What it finds

A listed page that has, once rendered, less than the share `share` of the main text that it is
served with. The served text has `min_words` words at least.

## Why it matters

Google indexes what it sees in the rendered page. A script that fails, or asks for consent first,
leaves it with nearly nothing.

## How to fix it

See what the scripts do for a visitor without cookies, and keep the text in the page.

## Example

### It is gone

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | words |
|---|---|
| https://example.com/a | 400 |
| https://example.com/b | 400 |

`renders`

| url | words |
|---|---|
| https://example.com/a | 12 |
| https://example.com/b | 380 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | served: 400 words; rendered: 12 words | the main text in the rendered page too |

### A page of few words

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | words |
|---|---|
| https://example.com/a | 20 |

`renders`

| url | words |
|---|---|
| https://example.com/a | 2 |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('served: ', served_words, ' words; rendered: ', rendered_words, ' words') AS observed,
    'the main text in the rendered page too' AS expected
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND served_words >= $min_words
    AND rendered_words < $share * served_words

/*
---
severity: warning
cause: has main content that JavaScript removes
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
# Main content removed by JavaScript

## What it finds

A page in the sitemap whose rendered HTML has fewer than half (`share`: 0.5) of the words of
the main content in its original HTML. The original content has at least 50 (`min_words`) words.

## Why it matters

Google indexes the content of the rendered HTML. If a script fails, or asks for consent first,
almost no content is left.

## How to fix it

Check what the scripts do for a visitor without cookies, for example with the URL Inspection tool of
Search Console, and keep the content in the page. A consent dialog should cover the content, not
replace it.

## Example

### JavaScript removes almost all content

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Original HTML: 400 words; rendered HTML: 12 words | Main content in the rendered HTML | Correct the script that removes the content |

### Too little text to compare

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
    CONCAT(
        'Original HTML: ',
        served_words,
        ' words; rendered HTML: ',
        rendered_words,
        CASE WHEN rendered_words = 1 THEN ' word' ELSE ' words' END
    ) AS observed,
    'Main content in the rendered HTML' AS expected,
    'Correct the script that removes the content' AS fix
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND served_words >= $min_words
    AND rendered_words < $share * served_words

/*
---
severity: notice
cause: has the main content only in the rendered HTML
confidence: medium
basis: advisory
engines: [google]
known_as:
  Screaming Frog: ["JavaScript: Contains JavaScript Content"]
needs: [entries, pages, renders]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
parameters: {min_words: 50, share: 0.5}
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Main content only in rendered HTML

## What it finds

A page in the sitemap whose original HTML has fewer than half (`share`: 0.5) of the words of
its rendered main content. The rendered content has at least 50 (`min_words`) words.

## Why it matters

Google indexes this content only after rendering, which can be later than the crawl. Many other
crawlers, those of AI services among them, do not run JavaScript and see almost no content.

## How to fix it

Render the main content on the server (server-side rendering), or generate static HTML, in the
JavaScript framework: Next.js, Nuxt, Angular SSR or a prerendering service.

## Example

### Almost all content added, a quarter added

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Original HTML: 10 words; rendered HTML: 400 words | Main content in the original HTML | Return the main content in the original HTML |

### Too little text to compare

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
    CONCAT(
        'Original HTML: ',
        served_words,
        CASE WHEN served_words = 1 THEN ' word' ELSE ' words' END,
        '; rendered HTML: ',
        rendered_words,
        ' words'
    ) AS observed,
    'Main content in the original HTML' AS expected,
    'Return the main content in the original HTML' AS fix
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND rendered_words >= $min_words
    AND served_words < $share * rendered_words

/*
---
severity: notice
cause: has few words
confidence: pedantic
basis: advisory
engines: [google]
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters: {min_words: 200}
see:
  - https://developers.google.com/search/docs/fundamentals/creating-helpful-content
since: 0.1.0
---
# Thin content (few words)

## What it finds

The main text of a listed, indexable HTML page has fewer than `min_words` (200) words. Many good
pages have few words: an image, a tool, a list.

## Why it matters

Google has no minimum word count. But if all pages of a template have few words, the text often is
loaded by JavaScript, or the pages have too little content to rank.

## How to fix it

Check the URL patterns in the summary before single pages. Add the missing text to the template, or
remove pages without content of their own from the sitemap. Audit with `--render` if JavaScript
loads the text.

## Example

### 50 words

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | words |
|---|---|
| https://example.com/a | 50 |
| https://example.com/b | 500 |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 50 words | At least 200 words | Check whether the page has enough content |

### A noindex page, and a PDF

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | words | noindex | content_type |
|---|---|---|---|
| https://example.com/a | 5 | true | |
| https://example.com/b | | false | application/pdf |

finds:

nothing
*/
WITH found AS (
    SELECT
        id,
        CONCAT(words, CASE WHEN words = 1 THEN ' word' ELSE ' words' END) AS observed,
        CONCAT('At least ', $min_words, ' words') AS expected
    FROM pages
    WHERE parsed AND words < $min_words
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    found.expected,
    'Check whether the page has enough content' AS fix
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.stands

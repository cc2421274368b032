/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [google]
aliases: [listed-url-thin]
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters: {min_words: 200}
see:
  - https://developers.google.com/search/docs/fundamentals/creating-helpful-content
since: 0.1.0
---
# Listed page with little text

## What it finds

A listed HTML page with fewer than `min_words` words in its main text. Many good pages have few
words: a picture, a tool, a list.

## Why it matters

Where a whole template has next to none, the text is loaded by a script, or the pages are not worth
listing.

## How to fix it

Look at the patterns in the summary before any single page.

## Example

### Fifty words

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 50 words | 200 words at least |

### Not to be indexed, or no HTML

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
        CONCAT(words, ' words') AS observed,
        CONCAT($min_words, ' words at least') AS expected
    FROM pages
    WHERE parsed AND words < $min_words
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    found.expected
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.stands

/*
---
severity: notice
confidence: medium
basis: documented
engines: [google]
needs: [entries, pages, renders]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Title that a script changes

## What it finds

A listed page whose title is another one once its scripts have run, or that has one only then.

## Why it matters

Search engines may show either; whoever does not run scripts shows the served one.

## How to fix it

Serve the title that the page is to be known by.

## Example

### Another one, the first one

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | title |
|---|---|
| https://example.com/a | Loading |
| https://example.com/b | |
| https://example.com/c | Assam |

`renders`

| url | title |
|---|---|
| https://example.com/a | Assam |
| https://example.com/b | Darjeeling |
| https://example.com/c | Assam |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | served: Loading; rendered: Assam | the same title in both |
| https://example.com/b | https://example.com/sitemap.xml | served: none; rendered: Darjeeling | the same title in both |

### Not rendered

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | title |
|---|---|
| https://example.com/a | Assam |

`renders`

| url | problem |
|---|---|
| https://example.com/a | timeout |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(
        'served: ',
        COALESCE(served_title, 'none'),
        '; rendered: ',
        COALESCE(rendered_title, 'none')
    ) AS observed,
    'the same title in both' AS expected
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND COALESCE(served_title, '') <> COALESCE(rendered_title, '')

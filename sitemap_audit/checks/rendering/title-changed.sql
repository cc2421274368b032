/*
---
severity: notice
cause: has a title that JavaScript changes
confidence: medium
basis: documented
engines: [google]
known_as:
  Screaming Frog:
    - "JavaScript: Page Title Only in Rendered HTML"
    - "JavaScript: Page Title Updated by JavaScript"
needs: [entries, pages, renders]
over: rendered_pages
when: "redirect_url IS NULL"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Title changed by JavaScript

## What it finds

A page in the sitemap whose `<title>` in the rendered HTML differs from the one in the original
HTML, or that has a `<title>` only in the rendered HTML.

## Why it matters

Google uses the rendered title once the page is rendered, and may use the original one before.
Search engines and social networks that do not run JavaScript show the original title.

## How to fix it

Write the final title into `<title>` of the original HTML, in the server-side template or the CMS
plugin. Remove placeholders such as "Loading".

## Example

### Title changed, title added

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Original HTML: Loading; rendered HTML: Assam | Same title in both | Set the same title in the original HTML and in JavaScript |
| https://example.com/b | https://example.com/sitemap.xml | Original HTML: none; rendered HTML: Darjeeling | Same title in both | Set the same title in the original HTML and in JavaScript |

### Page not rendered

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
        'Original HTML: ',
        COALESCE(served_title, 'none'),
        '; rendered HTML: ',
        COALESCE(rendered_title, 'none')
    ) AS observed,
    'Same title in both' AS expected,
    'Set the same title in the original HTML and in JavaScript' AS fix
FROM rendered_pages
WHERE
    is_known
    AND redirect_url IS NULL
    AND COALESCE(served_title, '') <> COALESCE(rendered_title, '')

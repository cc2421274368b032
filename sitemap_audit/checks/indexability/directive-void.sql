/*
---
severity: warning
cause: has robots directives without effect
confidence: high
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
tag: robots
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://html.spec.whatwg.org/multipage/semantics.html#the-meta-element
since: 0.2.0
---
# Robots directives without effect

## What it finds

A `<meta>` element of a listed page that is written like a robots meta tag and is none: `property`,
`http-equiv` or another attribute in place of `name`, `value` in place of `content`, curly quotes,
several bots in one `name` (`robots, googlebot`), a misspelled name (`robot`), or directives without
a name. Or a response header with another name than `X-Robots-Tag` (`X-Robots`, `Robots-Tag`).
Directives that say only what holds anyway (`index, follow`) are not reported.

## Why it matters

Search engines read `<meta name="robots" content="…">`, the same with the name of one bot, and the
header `X-Robots-Tag`. They ignore anything else: a page that is meant to be `noindex` stays in the
index.

## How to fix it

If the directives are meant, write them as proposed in the template, SEO plugin or server
configuration, and remove the URL from the sitemap if they contain `noindex`. Otherwise remove
them. Curly quotes come from word processors: type straight ones.

## Example

### property in place of name

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | void_robots | robots_to_write |
|---|---|---|
| https://example.com/a | <meta property="robots" content="noindex"> | <meta name="robots" content="noindex"> |
| https://example.com/b | | |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | <meta property="robots" content="noindex"> | <meta name="robots" content="noindex"> | If meant, write <meta name="robots" content="noindex">; otherwise remove it |

### An error page

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | void_robots | robots_to_write |
|---|---|---|---|
| https://example.com/a | 404 | <meta property="robots" content="noindex"> | <meta name="robots" content="noindex"> |

finds:

nothing
*/
SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    pages.void_robots AS observed,
    pages.robots_to_write AS expected,
    CONCAT('If meant, write ', pages.robots_to_write, '; otherwise remove it') AS fix
FROM listed_pages
INNER JOIN pages ON listed_pages.page_id = pages.id
WHERE listed_pages.state = 'ok' AND pages.void_robots IS NOT NULL

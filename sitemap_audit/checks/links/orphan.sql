/*
---
severity: warning
cause: has no internal links
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Orphan page"]
  Screaming Frog: ["Sitemaps: Orphan URLs"]
  Semrush: ["Orphaned pages"]
  Sitebulb: ["Indexability: Isolated URL"]
needs: [entries, link_targets, outlinks, pages, page_canonicals]
over: listed_links
unknown: "unknown_reason IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/links-crawlable
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/overview
since: 0.1.0
---
# Orphan URL in sitemap

## What it finds

A listed indexable URL that no crawled page links to (`--crawl`). Each `<a href>` counts, with
`nofollow` too, and so does a link to a URL that redirects to it. Canonicals and hreflang do not
count. The homepage and language roots such as `/de/` need no link. If pages link to another variant
of the URL, `links/other-variant` reports it; if they link to a URL that is canonicalized to it,
`links/to-canonicalized` does.

Checked if all pages of the host were crawled. If at most a twentieth of its HTML pages could not be
read, the finding says how many: one of them may have the link, so the finding is less certain. Not
checked is a host of which more could not be read, or one of these: the homepage, a language root, a
page that at least half of the pages link to, a page of a paginated list, a truncated page or one
with more than 10,000 links. A URL is not checked if the index page of its directory could not be
read. Not checked either: a host where scripts make the links, because the HTML of its homepage has
none or a rendered page has many more than its HTML; a host of which `--crawl` left out pages of a
paginated list, or of a URL trap whose pages have links that no other page has. Links on pages
outside of `--include` and `--exclude` are not seen.

## Why it matters

Internal links show search engines which pages are important. A page without them gets no PageRank
from its site, is crawled rarely, and may not be indexed although a sitemap lists it.

## How to fix it

Link to the page from its category, the navigation or related pages. If nobody needs it any more,
return 404 or 410, and exclude it in the sitemap generator.

## Example

### A page without a link, and one behind a redirect

`entries`

| loc | line |
|---|---|
| https://example.com/ | 3 |
| https://example.com/a | 4 |
| https://example.com/b | 5 |
| https://example.com/c | 6 |

`outlinks`

| url | target | rel |
|---|---|---|
| https://example.com/ | https://example.com/a | nofollow |
| https://example.com/ | https://example.com/old | |

`pages`

| url | role | status | location |
|---|---|---|---|
| https://example.com/ | home | 200 | |
| https://example.com/a | listed | 200 | |
| https://example.com/b | listed | 200 | |
| https://example.com/c | listed | 200 | |
| https://example.com/old | linked | 301 | https://example.com/b |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/c | https://example.com/sitemap.xml | 6 | No internal links | 1 or more | Link to it, or remove the page and its entry if it is not needed |

### Scripts make the links, or a page was not read

`entries`

| loc |
|---|
| https://example.com/ |
| https://example.com/a |
| https://example.org/ |
| https://example.org/a |
| https://example.org/b |

`outlinks`

| url | target |
|---|---|
| https://example.com/ | https://example.net/ |
| https://example.org/ | https://example.org/b |

`pages`

| url | role | status |
|---|---|---|
| https://example.com/ | home | 200 |
| https://example.com/a | listed | 200 |
| https://example.org/ | home | 200 |
| https://example.org/a | listed | 200 |
| https://example.org/b | listed | 503 |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('No internal links', '; ' || caveat) AS observed,
    '1 or more' AS expected,
    'Link to it, or remove the page and its entry if it is not needed' AS fix
FROM listed_links
WHERE
    inlinks = 0
    AND linked_variant IS NULL
    AND linked_duplicate IS NULL
    AND is_indexable
    AND unknown_reason IS NULL

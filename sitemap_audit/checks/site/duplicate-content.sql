/*
---
severity: warning
cause: has the same content as another page
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Duplicate pages without canonical"]
  Google Search Console: ["Page indexing: Duplicate without user-selected canonical"]
  Screaming Frog: ["Content: Exact Duplicates"]
  Semrush: ["Incorrect pages found in sitemap.xml"]
needs: [entries, entry_alternates, pages, page_canonicals, page_alternates]
over: listed_pages
when: "stands OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters: {min_words: 50}
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Duplicate content on listed pages

## What it finds

Listed, indexable pages have exactly the same main text (without navigation, header and footer) and
the same `lang`, and at least `min_words` (50) words. No canonical and no hreflang annotation
connects them. One page is not reported, and each of the others is reported with it: the page on
https, on the host with most listed URLs, in lower case, first in alphabetical order.

## Why it matters

Google and Bing index one of the pages and choose it themselves; the others do not appear in
results. Search Console reports "Duplicate without user-selected canonical".

## How to fix it

Choose one page, and redirect the others to it on the server or set their canonical to it in the
template or SEO plugin. If the pages should differ, write a text for each.

## Example

### The same text on two URLs

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | words | text_hash |
|---|---|---|
| https://example.com/a | 200 | 11 |
| https://example.com/b | 200 | 11 |
| https://example.com/c | 200 | 22 |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/a | Same 200 words as https://example.com/a | Unique text | Set the canonical to https://example.com/a |

### Another language, a canonical, few words

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |
| https://example.com/e |

`pages`

| url | lang | words | text_hash |
|---|---|---|---|
| https://example.com/a | en | 200 | 11 |
| https://example.com/b | de | 200 | 11 |
| https://example.com/c | en | 200 | 11 |
| https://example.com/d | en | 20 | 33 |
| https://example.com/e | en | 20 | 33 |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/c | https://example.com/a |

finds:

nothing

### Two regions of one language, with hreflang

`entries`

| loc |
|---|
| https://example.com/gb |
| https://example.com/us |

`pages`

| url | words | text_hash |
|---|---|---|
| https://example.com/gb | 200 | 11 |
| https://example.com/us | 200 | 11 |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/us | en-GB | https://example.com/gb |
| https://example.com/us | en-US | https://example.com/us |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    first_url AS related_url,
    line,
    CONCAT('Same ', words, ' words as ', first_url) AS observed,
    'Unique text' AS expected,
    CONCAT('Set the canonical to ', first_url) AS fix
FROM twin_pages
WHERE words >= $min_words

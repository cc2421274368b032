/*
---
severity: warning
confidence: high
basis: documented
engines: [google, bing]
aliases: [listed-url-duplicate-content]
known_as:
  Google Search Console: ["Page indexing: Duplicate without user-selected canonical"]
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
# Listed pages with the same main text

## What it finds

Listed pages whose main text is the same to the letter, navigation, header and footer apart, though
each claims to be a page of its own: none names the other as its canonical or by hreflang, both have
the same `lang`, and the text has `min_words` words at least. The one to keep is not told, the others
each name it: by https, on the host with most listed pages, without capitals, the first by address.

## Why it matters

Search engines keep one of them and choose it themselves. The others take part in no result.

## How to fix it

Keep one, and redirect the others to it or let them name it as their canonical. If the pages are
meant to differ, give each its text.

## Example

### One text, two addresses

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
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/a | the 200 words of https://example.com/a | a text of its own | <link rel="canonical" href="https://example.com/a"> |

### Another language, a canonical, hardly any text

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

### Two regions of one language

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
    CONCAT('the ', words, ' words of ', first_url) AS observed,
    'a text of its own' AS expected,
    '<link rel="canonical" href="' || REPLACE(first_url, '&', '&amp;') || '">' AS fix
FROM twin_pages
WHERE words >= $min_words

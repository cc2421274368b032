/*
---
severity: notice
cause: has nofollow
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Nofollow page"]
  Screaming Frog: ["Directives: None", "Directives: Nofollow"]
  Sitebulb: ["Indexability: Noindex and nofollow"]
needs: [entries, pages]
over: listed_pages
tag: robots
when: "stands OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Nofollow page in sitemap

## What it finds

An indexable listed page with `nofollow` for the audited bot in a robots meta tag or X-Robots-Tag
header.

## Why it matters

Google and Bing do not follow the links of the page, so pages that are linked only from it may not
be found. On an indexable page, `nofollow` is usually left over from development.

## How to fix it

Remove `nofollow` from the robots meta tag (Yoast, Rank Math: advanced settings of the page) or from
the X-Robots-Tag header of the server. Use `rel="nofollow"` for single links.

## Example

### nofollow on an indexable page

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | nofollow | noindex |
|---|---|---|
| https://example.com/a | true | false |
| https://example.com/b | false | false |
| https://example.com/c | true | true |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | nofollow | No nofollow | Remove nofollow | https://example.com/a | remove | robots | nofollow |
*/
SELECT
    url,
    sitemap_url,
    line,
    'nofollow' AS observed,
    'No nofollow' AS expected,
    'Remove nofollow' AS fix,
    url AS change_url,
    'remove' AS action,
    'robots' AS place,
    'nofollow' AS "from"
FROM listed_pages
WHERE stands AND nofollow

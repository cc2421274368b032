/*
---
severity: notice
confidence: high
basis: documented
engines: [google, bing]
aliases: [nofollow-page]
known_as:
  Ahrefs: ["Nofollow page"]
  Screaming Frog: ["Directives: None", "Directives: Nofollow"]
  Sitebulb: ["Indexability: Noindex and nofollow"]
needs: [entries, pages]
over: listed_pages
when: "stands OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://www.bing.com/webmasters/help/which-robots-metatags-does-bing-support-5198d240
since: 0.1.0
---
# Listed page with nofollow

## What it finds

A listed page that may be indexed and carries `nofollow` for the audited bot, so that none of its
links is followed.

## Why it matters

Pages that only this one links to may not be found. On a page that is meant to be indexed it is
mostly a left-over.

## How to fix it

Remove `nofollow` from the robots directives; mark single links with `rel="nofollow"` where that is
meant.

## Example

### Indexable, and not to be followed

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
| https://example.com/a | https://example.com/sitemap.xml | nofollow | no nofollow | drop nofollow | https://example.com/a | remove | robots | nofollow |
*/
SELECT
    url,
    sitemap_url,
    line,
    'nofollow' AS observed,
    'no nofollow' AS expected,
    'drop nofollow' AS fix,
    url AS change_url,
    'remove' AS action,
    'robots' AS place,
    'nofollow' AS "from"
FROM listed_pages
WHERE stands AND nofollow

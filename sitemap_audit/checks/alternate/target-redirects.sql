/*
---
severity: warning
confidence: high
basis: documented
engines: [google]
aliases: [amphtml-target-redirects, media-alternate-redirects]
follows: [redirect/listed-url-redirects]
known_as:
  Screaming Frog: ["AMP: Non-200 Response"]
needs: [entries, pages, page_canonicals, page_forms]
over: device_forms
unknown: "form_state = 'unknown' OR (kind = 'media' AND leads_back)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/amp
  - https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing
  - https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery/
since: 0.2.0
---
# AMP or mobile alternate redirects

## What it finds

An indexable listed page has `<link rel="amphtml">`, or `<link rel="alternate" media="…">` for small
screens (`handheld`, `max-width`), to a URL
that redirects. A mobile page that redirects to the listed page is not checked: many servers choose
by the user agent, and the audit does not have that of a phone.

## Why it matters

Google expects the URL of the AMP or mobile page itself. An AMP URL that redirects to the page that
names it says that there is no AMP page any more.

## How to fix it

Link to the URL at the end of the redirect. If the AMP page is gone, remove the link from the
template.

## Example

### An AMP page that moved, one that is gone, a mobile page that sends other devices back

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |
| https://example.com/c | 9 |

`pages`

| url | role | status | location |
|---|---|---|---|
| https://example.com/a | listed | 200 | |
| https://example.com/b | listed | 200 | |
| https://example.com/c | listed | 200 | |
| https://example.com/a/amp | alternate | 301 | /a/amp/ |
| https://example.com/a/amp/ | redirect | 200 | |
| https://example.com/b/amp | alternate | 301 | /b |
| https://m.example.com/c | alternate | 302 | https://example.com/c |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a/amp/ | https://example.com/a |

`page_forms`

| url | kind | href |
|---|---|---|
| https://example.com/a | amphtml | /a/amp |
| https://example.com/b | amphtml | /b/amp |
| https://example.com/c | media | https://m.example.com/c |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a/amp | 3 | amphtml: 301 to https://example.com/a/amp/ | status 200, no redirect | Link to https://example.com/a/amp/ | https://example.com/a | replace | amphtml | /a/amp | https://example.com/a/amp/ |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b/amp | 6 | amphtml: 301 to https://example.com/b | status 200, no redirect | Remove this link | https://example.com/b | remove | amphtml | /b/amp | |
*/
SELECT
    url,
    sitemap_url,
    form AS related_url,
    line,
    CONCAT(
        CASE WHEN kind = 'amphtml' THEN 'amphtml: ' ELSE 'alternate for media: ' END,
        form_status,
        ' to ' || final_url
    ) AS observed,
    'status 200, no redirect' AS expected,
    CASE
        WHEN leads_back THEN 'Remove this link'
        WHEN final_returns THEN CONCAT('Link to ', final_url)
    END AS fix,
    CASE WHEN leads_back OR final_returns THEN url END AS change_url,
    CASE WHEN leads_back THEN 'remove' WHEN final_returns THEN 'replace' END AS "action",
    CASE
        WHEN NOT (leads_back OR COALESCE(final_returns, FALSE)) THEN NULL
        WHEN kind = 'amphtml' THEN 'amphtml'
        ELSE 'alternate'
    END AS place,
    CASE WHEN leads_back OR final_returns THEN href END AS "from",
    CASE WHEN final_returns AND NOT leads_back THEN final_url END AS "to"
FROM device_forms
WHERE form_state = 'redirect' AND NOT (kind = 'media' AND leads_back)

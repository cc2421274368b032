/*
---
severity: warning
cause: has an AMP or mobile alternate that redirects
confidence: high
basis: documented
engines: [google]
follows: [redirect/listed-url-redirects]
known_as:
  Screaming Frog: ["AMP: Non-200 Response"]
needs: [entries, pages, page_canonicals, page_forms]
over: device_forms
tag: alternate
unknown: "form_state = 'unknown' OR (kind = 'media' AND leads_back)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/amp
  - https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing
  - https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery/
since: 0.2.0
---
# AMP or mobile alternate redirects

## What it finds

A listed, indexable page links to an AMP page (`rel="amphtml"`) or to a mobile page
(`rel="alternate"` with `media` for small screens: `handheld` or `max-width`), and that URL returns
a redirect. A mobile page that redirects to the listed page is not checked: many servers redirect by
user agent, and the audit does not send that of a phone.

## Why it matters

Google expects the final URL of the AMP or mobile page in these links. An AMP URL that redirects to
the listed page tells Google that the AMP page was removed.

## How to fix it

Point the link in the template or AMP plugin to the final URL. If the AMP page was removed, remove
the link.

## Example

### AMP page moved, AMP page redirects to the listed page, mobile page redirects desktop users

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a/amp | 3 | AMP page redirects to https://example.com/a/amp/ (301) | 200 | Point the link to https://example.com/a/amp/ | https://example.com/a | replace | amphtml | /a/amp | https://example.com/a/amp/ |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b/amp | 6 | AMP page redirects to https://example.com/b (301) | 200 | Remove this link | https://example.com/b | remove | amphtml | /b/amp | |
*/
SELECT
    url,
    sitemap_url,
    form AS related_url,
    line,
    CONCAT(
        CASE WHEN kind = 'amphtml' THEN 'AMP page' ELSE 'Mobile page' END,
        ' redirects ',
        COALESCE('to ' || final_url || ' ', ''),
        '(',
        form_status,
        ')'
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN leads_back THEN 'Remove this link'
        WHEN final_returns THEN CONCAT('Point the link to ', final_url)
        ELSE 'Point the link to the final URL of the AMP or mobile page'
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

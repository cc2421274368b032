/*
---
severity: error
cause: has an AMP or mobile alternate that returns an error
confidence: high
basis: documented
engines: [google]
follows: [status/client-error, status/forbidden, status/no-response, status/not-found, status/server-error]
known_as:
  Screaming Frog: ["AMP: Non-200 Response"]
needs: [entries, pages, page_canonicals, page_forms]
over: device_forms
tag: alternate
unknown: "form_state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/amp
  - https://developers.google.com/search/docs/crawling-indexing/mobile/mobile-sites-mobile-first-indexing
  - https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery/
since: 0.2.0
---
# AMP or mobile alternate returns an error

## What it finds

A listed, indexable page links to an AMP page (`rel="amphtml"`) or to a mobile page
(`rel="alternate"` with `media` for small screens: `handheld` or `max-width`), and that URL returns
4xx or 5xx, or does not respond.

## Why it matters

Google cannot use an AMP or mobile page that returns an error. It indexes the mobile version of a
page first (mobile-first indexing), so a broken mobile URL can also keep the content out of the
index.

## How to fix it

Restore the AMP or mobile page on the server, or remove the link from the template or AMP plugin if
the page no longer exists.

## Example

### AMP page returns 404, mobile page returns 200, mobile page not fetched

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |
| https://example.com/c | 9 |

`pages`

| url | role | status |
|---|---|---|
| https://example.com/a | listed | 200 |
| https://example.com/b | listed | 200 |
| https://example.com/c | listed | 200 |
| https://example.com/amp/a | alternate | 404 |
| https://m.example.com/b | alternate | 200 |

`page_forms`

| url | kind | href |
|---|---|---|
| https://example.com/a | amphtml | /amp/a |
| https://example.com/b | media | https://m.example.com/b |
| https://example.com/c | media | https://m.example.com/c |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/amp/a | 3 | AMP page returns 404 | 200 | Remove this link, or restore the page | https://example.com/a | remove | amphtml | /amp/a |
*/
SELECT
    forms.url,
    forms.sitemap_url,
    forms.form AS related_url,
    forms.line,
    CONCAT(
        CASE WHEN forms.kind = 'amphtml' THEN 'AMP page' ELSE 'Mobile page' END,
        COALESCE(
            ' returns ' || CAST(forms.form_status AS VARCHAR),
            CONCAT(': ', COALESCE(words.words, forms.form_error))
        )
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN entities.wanted IS NOT NULL THEN CONCAT('Replace with ', entities.wanted)
        WHEN percents.wanted IS NOT NULL
            THEN CONCAT('Replace with ', percents.wanted, ', if it returns 200')
        WHEN forms.form_status IN (404, 410) THEN 'Remove this link, or restore the page'
        ELSE CONCAT('Return 200 for ', forms.form)
    END AS fix,
    CASE
        WHEN
            forms.form_status IN (404, 410)
            AND entities.wanted IS NULL
            AND percents.wanted IS NULL
            THEN forms.url
    END AS change_url,
    CASE WHEN forms.form_status IN (404, 410) THEN 'remove' END AS "action",
    CASE
        WHEN forms.form_status NOT IN (404, 410) OR forms.form_status IS NULL THEN NULL
        WHEN forms.kind = 'amphtml' THEN 'amphtml'
        ELSE 'alternate'
    END AS place,
    CASE WHEN forms.form_status IN (404, 410) THEN forms.href END AS "from"
FROM device_forms AS forms
LEFT JOIN escaped_twice AS entities
    ON forms.href = entities.written AND entities.entity LIKE '&%'
LEFT JOIN escaped_twice AS percents ON forms.form = percents.written
LEFT JOIN plain_words AS words ON words.topic = 'error' AND forms.form_error = words.code
WHERE forms.form_state IN ('client-error', 'server-error', 'no-response')

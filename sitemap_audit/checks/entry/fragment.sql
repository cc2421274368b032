/*
---
severity: warning
cause: has a fragment (#) in the URL
confidence: high
basis: documented
engines: [google]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/url-structure
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-3.5
since: 0.1.0
---
# Fragment (#) in URL

## What it finds

A `<loc>` contains `#` followed by text.

## Why it matters

Crawlers do not send the fragment to the server (RFC 3986), and Google does not use it to tell pages
apart. Such an entry is the same page as the URL without the fragment.

## How to fix it

List the URL without the fragment, once. If a single-page application shows content only by its
fragment, give that content a URL of its own (History API).

## Example

### A link to a section of a page

`entries`

| loc | line |
|---|---|
| https://example.com/faq#returns | 3 |
| https://example.com/faq | 6 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/faq | https://example.com/sitemap.xml | 3 | https://example.com/faq#returns | https://example.com/faq | Remove from the sitemap; https://example.com/faq is listed | https://example.com/sitemap.xml | remove | loc | https://example.com/faq#returns |
*/
SELECT
    entries.url,
    entries.sitemap_url,
    entries.line,
    entries.loc AS observed,
    entries.url AS expected,
    spelled.fix,
    CASE WHEN spelled.action IS NOT NULL THEN entries.sitemap_url END AS change_url,
    spelled.action,
    'loc' AS place,
    entries.loc AS "from",
    spelled.wanted AS "to"
FROM entries
INNER JOIN misspelled_entries AS spelled
    ON
        entries.sitemap_id = spelled.sitemap_id
        AND entries.kind = spelled.kind
        AND entries.position = spelled.position
WHERE entries.url IS NOT NULL AND REGEXP_MATCHES(entries.loc, '#\S')

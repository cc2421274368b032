/*
---
severity: error
confidence: high
basis: inferred
engines: [google]
aliases: [hreflang-multiple-self, hreflang/several-self]
known_as:
  Sitebulb: ["International: Multiple self-referencing hreflang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Page that names itself in several languages

## What it finds

A listed page that gives itself codes of different languages. Several regions of one language
(en-GB, en-IE) and `x-default` are no contradiction.

## Why it matters

A page is written in one language. One of the codes is wrong.

## How to fix it

Keep the code of the language that the page is written in.

## Example

### English and German at once

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/a | de-DE | https://example.com/a |
| https://example.com/b | en-GB | https://example.com/b |
| https://example.com/b | en-IE | https://example.com/b |
| https://example.com/b | x-default | https://example.com/b |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | calls itself de and en | codes of one language |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('calls itself ', self_language, ' and ', last_self_language, via) AS observed,
    'codes of one language' AS expected
FROM hreflang_sets
WHERE
    judged
    AND fault IS NULL
    AND self_language <> last_self_language

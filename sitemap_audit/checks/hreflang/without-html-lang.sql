/*
---
severity: notice
confidence: high
basis: advisory
engines: [google]
aliases: [hreflang-defined-lang-missing]
known_as:
  Ahrefs: ["Hreflang defined but HTML lang missing"]
  Sitebulb: ["International: Hreflang without HTML lang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged AND fault IS NULL AND links > 0"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
since: 0.1.0
---
# Hreflang on a page without html lang

## What it finds

A listed page with hreflang annotations whose `<html>` has no `lang` attribute, or an empty one.

## Why it matters

Search engines do not need it; Bing, browsers and screen readers use it. A site that takes care of
languages may as well say which one a page is in.

## How to fix it

Write `<html lang="…">` with the page's language.

## Example

### One page without

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/plain |

`pages`

| url | lang |
|---|---|
| https://example.com/a | |
| https://example.com/b | en |
| https://example.com/plain | |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | en | https://example.com/a |
| https://example.com/b | en | https://example.com/b |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | no lang | lang=en | lang="en" | https://example.com/a | add | lang | en |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('no lang', via) AS observed,
    COALESCE('lang=' || self_code, 'the language of the page') AS expected,
    'lang="' || self_code || '"' AS fix,
    CASE WHEN self_code IS NOT NULL THEN url END AS change_url,
    'add' AS action,
    'lang' AS place,
    self_code AS "to"
FROM hreflang_sets
WHERE
    judged
    AND fault IS NULL
    AND parsed
    AND links > 0
    AND COALESCE(TRIM(lang), '') = ''

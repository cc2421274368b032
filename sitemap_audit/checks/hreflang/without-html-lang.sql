/*
---
severity: notice
cause: has hreflang, but no lang attribute on <html>
confidence: high
basis: advisory
engines: [google]
known_as:
  Ahrefs: ["Hreflang defined but HTML lang missing"]
  Sitebulb: ["International: Hreflang without HTML lang"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: html
when: "judged AND fault IS NULL AND links > 0"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
since: 0.1.0
---
# Hreflang page without HTML lang

## What it finds

A listed page has hreflang annotations, and its `<html>` element has no `lang` attribute or an
empty one.

## Why it matters

Google does not use `lang`. Bing reads it as a sign of language and region, and browsers and screen
readers need it. The HTML standard defines it as the language of the page.

## How to fix it

Add `lang` with the language of the page to the `<html>` element in the template. In WordPress, use
`language_attributes()` in the theme's header.

## Example

### One page without lang

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
| https://example.com/a | https://example.com/sitemap.xml | No lang attribute | lang="en" | Add lang="en" to <html> | https://example.com/a | add | lang | en |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('No lang attribute', via) AS observed,
    COALESCE('lang="' || self_code || '"', 'Language of the page') AS expected,
    COALESCE('Add lang="' || self_code || '" to <html>', 'Add lang to <html>') AS fix,
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

/*
---
severity: warning
cause: has an invalid lang attribute on <html>
confidence: high
basis: documented
engines: [bing]
known_as:
  Ahrefs: ["HTML lang attribute invalid"]
  Audisto: ["Document has invalid language"]
  Sitebulb: ["International: Invalid HTML lang"]
needs: [entries, pages]
over: listed_pages
tag: html
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
  - https://blogs.bing.com/webmaster/2011/03/01/how-to-tell-bing-your-websites-country-and-language
  - https://www.rfc-editor.org/info/bcp47
since: 0.1.0
---
# Invalid HTML lang attribute

## What it finds

The `<html lang>` of a listed page is not a BCP 47 language tag. BCP 47 allows more than hreflang:
`es-419`, three-letter languages and variants are valid.

## Why it matters

Bing reads the language and the region of a page from `<html lang>`. Google ignores it and detects
the language from the visible text. Browsers and screen readers use it for translation and
pronunciation.

## How to fix it

Set `lang` on the `<html>` tag of the template or theme to the language of the page, with a hyphen:
`en`, `en-GB`, `pt-BR`.

## Example

### Underscore, and a language name

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | lang | lang_problem |
|---|---|---|
| https://example.com/a | en_GB | underscore |
| https://example.com/b | english | malformed |
| https://example.com/c | es-419 | |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | en_GB (underscore instead of hyphen) | BCP 47 language tag such as en or en-GB | Set lang="en-GB" | https://example.com/a | replace | lang | en_GB | en-GB |
| https://example.com/b | https://example.com/sitemap.xml | english (not a valid language code) | BCP 47 language tag such as en or en-GB | Set lang to the language of the page | | | | | |

### An empty attribute counts as missing

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | lang | lang_problem |
|---|---|---|
| https://example.com/a | "" | empty |

finds:

nothing
*/
SELECT
    page.url,
    page.sitemap_url,
    page.line,
    CONCAT(page.lang, ' (', words.words, ')') AS observed,
    'BCP 47 language tag such as en or en-GB' AS expected,
    CASE
        WHEN page.lang_problem = 'underscore'
            THEN CONCAT('Set lang="', REPLACE(page.lang, '_', '-'), '"')
        ELSE 'Set lang to the language of the page'
    END AS fix,
    CASE WHEN page.lang_problem = 'underscore' THEN page.url END AS change_url,
    'replace' AS action,
    'lang' AS place,
    page.lang AS "from",
    REPLACE(page.lang, '_', '-') AS "to"
FROM listed_pages AS page
LEFT JOIN plain_words AS words ON words.topic = 'code' AND page.lang_problem = words.code
WHERE page.stands AND page.lang_problem IS NOT NULL AND TRIM(page.lang) <> ''

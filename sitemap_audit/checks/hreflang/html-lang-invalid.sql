/*
---
severity: warning
confidence: high
basis: documented
engines: [bing]
aliases: [html-lang-invalid]
known_as:
  Ahrefs: ["HTML lang attribute invalid"]
  Audisto: ["Document has invalid language"]
  Sitebulb: ["International: Invalid HTML lang"]
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
see:
  - https://html.spec.whatwg.org/multipage/dom.html#the-lang-and-xml:lang-attributes
  - https://www.rfc-editor.org/info/bcp47
since: 0.1.0
---
# Invalid html lang

## What it finds

A listed page whose `<html lang>` is no language tag by BCP 47. More is allowed there than in
hreflang: es-419, three-letter languages, variants.

## Why it matters

Browsers and screen readers cannot tell which language the page is in.

## How to fix it

Write the tag of the page's language: `en`, `en-GB`, `pt-BR`, with a hyphen.

## Example

### An underscore, and a country

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
| https://example.com/a | https://example.com/sitemap.xml | en_GB (underscore in place of the hyphen) | a language tag such as en or en-GB | lang="en-GB" | https://example.com/a | replace | lang | en_GB | en-GB |
| https://example.com/b | https://example.com/sitemap.xml | english (no language code) | a language tag such as en or en-GB | | | | | | |

### An empty one is missing

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
    'a language tag such as en or en-GB' AS expected,
    CASE
        WHEN page.lang_problem = 'underscore'
            THEN CONCAT('lang="', REPLACE(page.lang, '_', '-'), '"')
    END AS fix,
    CASE WHEN page.lang_problem = 'underscore' THEN page.url END AS change_url,
    'replace' AS action,
    'lang' AS place,
    page.lang AS "from",
    REPLACE(page.lang, '_', '-') AS "to"
FROM listed_pages AS page
LEFT JOIN plain_words AS words ON words.topic = 'code' AND page.lang_problem = words.code
WHERE page.stands AND page.lang_problem IS NOT NULL AND TRIM(page.lang) <> ''

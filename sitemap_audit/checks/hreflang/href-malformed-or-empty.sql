/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [hreflang-href-empty, hreflang-href-malformed, hreflang-header-syntax]
known_as:
  Audisto: ["Malformed links discarded"]
  hreflang.org: ["Broken markup (no href)"]
  seoClarity: ["Empty Hreflang URL", "Hreflang URL is invalid"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Hreflang without a usable URL

## What it finds

A hreflang annotation of a listed URL whose address is empty, missing, cannot be read, or is no http
or https address; or a Link header whose address does not stand in angle brackets (RFC 8288).

## Why it matters

It names no page, and search engines ignore it.

## How to fix it

Write the full address of the page, or leave the annotation out where there is no such page.

## Example

### Nothing, and nothing usable

`entry_alternates`

| url | line | hreflang | href |
|---|---|---|---|
| https://example.com/ | 3 | de | "" |
| https://example.com/ | 4 | fr | ftp://example.com/fr |
| https://example.com/ | 5 | en | https://example.com/ |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/ | https://example.com/sitemap.xml | 3 | de: empty | a full http or https URL |
| https://example.com/ | https://example.com/sitemap.xml | 4 | fr: ftp://example.com/fr (neither http nor https) | a full http or https URL |

### A Link header without angle brackets

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | source | hreflang | href | href_problem | alternate |
|---|---|---|---|---|---|
| https://example.com/a | header | de | https://example.com/de/a | malformed | |
| https://example.com/a | header | en | https://example.com/a | | https://example.com/a |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | de: https://example.com/de/a (no valid address) | a full http or https URL |
*/
SELECT DISTINCT
    fault.url,
    fault.sitemap_url,
    fault.line,
    CONCAT(CASE
        WHEN fault.href_problem = 'empty' THEN CONCAT(fault.hreflang, ': empty')
        ELSE CONCAT(fault.hreflang, ': ', fault.href, ' (', words.words, ')')
    END, fault.via) AS observed,
    'a full http or https URL' AS expected
FROM hreflang_faults AS fault
LEFT JOIN plain_words AS words ON words.topic = 'url' AND fault.href_problem = words.code
WHERE
    fault.href_problem IS NOT NULL
    AND fault.href_problem NOT IN ('relative', 'protocol-relative')

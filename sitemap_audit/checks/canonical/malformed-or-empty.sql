/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [canonical-malformed-or-empty]
known_as:
  Lumar: ["Pages without Valid Canonical Tag"]
  Sitebulb: ["Indexability: Canonical is malformed or empty"]
needs: [entries, pages, page_canonicals]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Canonical that is not a URL

## What it finds

A listed page whose canonical is empty, cannot be read as a URL, or is no http or https address.

## Why it matters

It says nothing, and search engines ignore it.

## How to fix it

Write the page's full address, or see why the template has no value to put there.

## Example

### Nothing, a broken host and another scheme

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`page_canonicals`

| url | href |
|---|---|
| https://example.com/a | "" |
| https://example.com/b | https:///b |
| https://example.com/c | javascript:void(0) |
| https://example.com/d | /d |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | empty | a full http or https URL | <link rel="canonical" href="https://example.com/a"> | https://example.com/a | replace | canonical | "" | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | https:///b (not a valid URL) | a full http or https URL | <link rel="canonical" href="https://example.com/b"> | https://example.com/b | replace | canonical | https:///b | https://example.com/b |
| https://example.com/c | https://example.com/sitemap.xml | javascript:void(0) (not http or https) | a full http or https URL | <link rel="canonical" href="https://example.com/c"> | https://example.com/c | replace | canonical | javascript:void(0) | https://example.com/c |
*/
SELECT DISTINCT
    broken.url,
    broken.sitemap_url,
    broken.line,
    CASE
        WHEN broken.href_problem = 'empty' THEN 'empty'
        ELSE CONCAT(broken.href, ' (', words.words, ')')
    END AS observed,
    'a full http or https URL' AS expected,
    CASE
        WHEN
            NOT EXISTS (
                SELECT 1 FROM listed_canonicals AS sound
                WHERE sound.url_key = broken.url_key AND sound.is_valid
            )
            THEN '<link rel="canonical" href="' || REPLACE(broken.url, '&', '&amp;') || '">'
    END AS fix,
    CASE
        WHEN
            NOT EXISTS (
                SELECT 1 FROM listed_canonicals AS sound
                WHERE sound.url_key = broken.url_key AND sound.is_valid
            )
            THEN broken.url
    END AS change_url,
    'replace' AS action,
    'canonical' AS place,
    broken.href AS "from",
    broken.url AS "to"
FROM listed_canonicals AS broken
LEFT JOIN plain_words AS words ON words.topic = 'url' AND broken.href_problem = words.code
WHERE broken.canonical_key IS NULL

/*
---
severity: error
cause: has a relative URL in hreflang
confidence: high
basis: documented
engines: [google]
known_as:
  Semrush: ["Issues with incorrect hreflang links"]
  Sitebulb: ["International: Hreflang uses relative URLs"]
needs: [entries, entry_alternates, pages, page_alternates]
over: hreflang_sets
tag: hreflang
when: "judged"
see:
  - https://developers.google.com/search/docs/specialty/international/localized-versions
since: 0.1.0
---
# Relative URL in hreflang

## What it finds

The URL of an hreflang annotation has no scheme or no host: `/de/` or `//example.com/de/`.

## Why it matters

Google requires full URLs in hreflang, including `http://` or `https://`. The target of a relative
URL changes with the URL and the `<base>` of the page that contains it.

## How to fix it

Write the full URL, with `https://` and the host, in the template, CMS plugin or sitemap generator.

## Example

### No host, no scheme

`entries`

| loc |
|---|
| https://example.com/a |

`page_alternates`

| url | hreflang | href |
|---|---|---|
| https://example.com/a | de | /de/a |
| https://example.com/a | fr | //example.com/fr/a |
| https://example.com/a | en | https://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/de/a | /de/a | Full URL with scheme and host | Replace with https://example.com/de/a | https://example.com/a | replace | hreflang-url | /de/a | https://example.com/de/a |
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/fr/a | //example.com/fr/a | Full URL with scheme and host | Replace with https://example.com/fr/a | https://example.com/a | replace | hreflang-url | //example.com/fr/a | https://example.com/fr/a |
*/
SELECT DISTINCT
    url,
    sitemap_url,
    alternate AS related_url,
    line,
    CONCAT(href, via) AS observed,
    'Full URL with scheme and host' AS expected,
    COALESCE('Replace with ' || alternate, 'Replace with the full URL of the alternate') AS fix,
    CASE WHEN alternate IS NOT NULL THEN place_url END AS change_url,
    'replace' AS action,
    'hreflang-url' AS place,
    href AS "from",
    alternate AS "to"
FROM hreflang_faults
WHERE href_problem IN ('relative', 'protocol-relative')

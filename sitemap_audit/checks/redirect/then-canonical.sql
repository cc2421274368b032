/*
---
severity: warning
confidence: high
basis: inferred
engines: [google, bing]
aliases: [redirect-then-canonical]
needs: [entries, pages, page_canonicals]
over: listed_redirects
unknown: "outcome = 'unknown' OR (outcome = 'ok' AND NOT final_read)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Listed URL that redirects to a page with another canonical

## What it finds

A listed URL whose redirect ends at a page whose canonical names another address: a third one, or
one that redirects to that page again, mostly the listed URL itself.

## Why it matters

The redirect says one address, the canonical there another, the sitemap still another. Search
engines have to choose.

## How to fix it

List the canonical address, and redirect straight to it. Where the canonical leads back to the page
that it stands on, correct it: mostly the site's address is set to `http`, or with another `www` or
slash, in what writes the canonical and the sitemap.

## Example

### Three addresses for one page

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | https://example.com/b |
| https://example.com/b | 200 | |
| https://example.com/c | 200 | |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/b | https://example.com/c |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | leads to a page whose canonical is https://example.com/c | a page that is its own canonical | Replace with https://example.com/c | https://example.com/sitemap.xml | replace | loc | https://example.com/a | https://example.com/c |

### The site is served over https, and its pages still name http

`entries`

| loc |
|---|
| http://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| http://example.com/a | 301 | https://example.com/a |
| https://example.com/a | 200 | |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/a | http://example.com/a |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| http://example.com/a | https://example.com/sitemap.xml | https://example.com/a | leads to a page whose canonical leads back: http://example.com/a | a page that is its own canonical | <link rel="canonical" href="https://example.com/a"> | canonical that leads back | https://example.com/a | replace | canonical | http://example.com/a | https://example.com/a |

### The end is its own canonical

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | https://example.com/b |
| https://example.com/b | 200 | |

`page_canonicals`

| url | canonical |
|---|---|
| https://example.com/b | https://example.com/b |

finds:

nothing
*/
SELECT
    redirects.url,
    redirects.sitemap_url,
    redirects.final_url AS related_url,
    redirects.line,
    CONCAT(
        'leads to a page whose canonical ',
        CASE WHEN back.url_key IS NULL THEN 'is ' ELSE 'leads back: ' END,
        redirects.final_canonical
    ) AS observed,
    'a page that is its own canonical' AS expected,
    CASE
        WHEN back.url_key IS NULL THEN replacements.fix
        ELSE '<link rel="canonical" href="' || REPLACE(redirects.final_url, '&', '&amp;') || '">'
    END AS fix,
    CASE WHEN back.url_key IS NOT NULL THEN 'canonical that leads back' END AS kind,
    CASE
        WHEN back.url_key IS NOT NULL THEN redirects.final_url
        WHEN replacements.action IS NOT NULL THEN redirects.sitemap_url
    END AS change_url,
    CASE WHEN back.url_key IS NOT NULL THEN 'replace' ELSE replacements.action END AS action,
    CASE WHEN back.url_key IS NOT NULL THEN 'canonical' ELSE 'loc' END AS place,
    CASE WHEN back.url_key IS NOT NULL THEN redirects.final_canonical ELSE redirects.loc END
        AS "from",
    CASE WHEN back.url_key IS NOT NULL THEN redirects.final_url ELSE replacements.wanted END AS "to"
FROM listed_redirects AS redirects
LEFT JOIN effective_canonicals AS final ON redirects.final_key = final.url_key
LEFT JOIN redirect_chains AS back
    ON final.canonical_key = back.url_key AND redirects.final_key = back.final_key
LEFT JOIN replacements
    ON
        redirects.url_key = replacements.url_key
        AND final.canonical_key = replacements.target_key
WHERE redirects.outcome = 'ok' AND redirects.final_fault = 'canonicalised'

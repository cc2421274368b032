/*
---
severity: warning
cause: redirects to a page with another canonical
confidence: high
basis: inferred
engines: [google, bing]
follows: [redirect/listed-url-redirects]
own_kinds: [canonical redirects back, wrong canonical]
needs: [entries, pages, page_canonicals]
over: listed_redirects
unknown: "outcome = 'unknown' OR (outcome = 'ok' AND NOT final_read)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls
since: 0.1.0
---
# Redirect to a canonicalized page

## What it finds

A listed URL whose final URL has a canonical to another URL: a third URL, or one that redirects back
to the final URL (usually the listed URL itself).

## Why it matters

Redirects, canonical tags and sitemaps are all canonicalization signals for Google. If each names
another URL, Google chooses one itself.

## How to fix it

Use one URL in all three places: list the canonical URL in the sitemap and redirect directly to it.
If *Fix* says to set the canonical, it is wrong: correct it in the template or SEO plugin. Where it
redirects back to its own page, the site URL in the CMS settings usually has the wrong `http`, `www`
or trailing slash.

## Example

### Redirect target and canonical differ

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
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | Redirects to https://example.com/b; its canonical is https://example.com/c | Self-referencing canonical on the final URL | Replace with https://example.com/c | https://example.com/sitemap.xml | replace | loc | https://example.com/a | https://example.com/c |

### The canonical still uses http and redirects back

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
| http://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Redirects to https://example.com/a; its canonical redirects back: http://example.com/a | Self-referencing canonical on the final URL | Set the canonical to https://example.com/a | canonical redirects back | https://example.com/a | replace | canonical | http://example.com/a | https://example.com/a |

### Self-referencing canonical on the final URL

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
        'Redirects to ',
        redirects.final_url,
        '; its canonical ',
        CASE WHEN back.url_key IS NULL THEN 'is ' ELSE 'redirects back: ' END,
        redirects.final_canonical
    ) AS observed,
    'Self-referencing canonical on the final URL' AS expected,
    CASE
        WHEN choice.better = 'page'
            THEN CONCAT('Set the canonical to ', redirects.final_url)
        ELSE COALESCE(replacements.fix, 'Use one URL in redirect, canonical and sitemap')
    END AS fix,
    CASE
        WHEN back.url_key IS NOT NULL THEN 'canonical redirects back'
        WHEN choice.better = 'page' THEN 'wrong canonical'
    END AS kind,
    CASE
        WHEN choice.better = 'page' THEN redirects.final_url
        WHEN replacements.action IS NOT NULL THEN redirects.sitemap_url
    END AS change_url,
    CASE WHEN choice.better = 'page' THEN 'replace' ELSE replacements.action END AS action,
    CASE WHEN choice.better = 'page' THEN 'canonical' ELSE 'loc' END AS place,
    CASE WHEN choice.better = 'page' THEN redirects.final_canonical ELSE redirects.loc END
        AS "from",
    CASE WHEN choice.better = 'page' THEN redirects.final_url ELSE replacements.wanted END AS "to"
FROM listed_redirects AS redirects
LEFT JOIN canonical_choices AS choice ON redirects.final_key = choice.url_key
LEFT JOIN redirect_chains AS back
    ON choice.canonical_key = back.url_key AND redirects.final_key = back.final_key
LEFT JOIN replacements
    ON
        redirects.url_key = replacements.url_key
        AND choice.canonical_key = replacements.target_key
WHERE redirects.outcome = 'ok' AND redirects.final_fault = 'canonicalised'

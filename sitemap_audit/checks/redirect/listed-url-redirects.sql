/*
---
severity: error
cause: redirects to another URL
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["3XX redirect in sitemap", "3XX redirect", "HTTP to HTTPS redirect"]
  Google Search Console: ["URLs not followed", "Page indexing: Page with redirect"]
  Lumar: ["Redirecting Pages in Sitemaps"]
  Screaming Frog:
    - "Response Codes: Internal Redirection (3XX)"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Incorrect pages found in sitemap.xml", "Permanent redirects"]
  Sitebulb:
    - "XML Sitemaps: Redirect (3XX) URL"
    - "Redirects: Trailing slash mismatch"
    - "Redirects: Case normalization"
    - "Redirects: Internal redirected URL"
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Redirecting URL in sitemap (3xx)

## What it finds

A URL in a sitemap that returns a redirect. Redirect loops, broken redirects and redirects without a
valid Location have their own checks. If the two URLs differ only in a typical way (trailing slash,
upper or lower case, `http` and `https`, `www`, percent-encoding, a lost query string, or several of
these), the finding is grouped by it, because usually one setting causes them all. A redirect that
changes only the percent-escapes (`%7E` and `~`, `%c3` and `%C3`) is followed to the URL as written
in the Location header.

## Why it matters

A sitemap should list only canonical URLs that return 200. Google indexes the redirect target, so
the sitemap and the redirect send contradicting signals, and each URL is crawled twice. Search
Console reports "Page with redirect".

## How to fix it

Replace the URL with its redirect target in the sitemap generator, or remove it if the target is
listed. If all URLs differ in the same way, correct the site URL or the permalink setting of the
CMS.

## Example

### Redirect to a listed page

`entries`

| loc | line |
|---|---|
| https://example.com/old | 3 |
| https://example.com/new | 7 |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/old | 301 | /new |
| https://example.com/new | 200 | |

finds:

| url | sitemap_url | line | related_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | 3 | https://example.com/new | Redirects to https://example.com/new (301) | 200 | Remove from the sitemap; https://example.com/new is listed | https://example.com/sitemap.xml | remove | loc | https://example.com/old |

### Typical differences are named

`entries`

| loc |
|---|
| http://example.com/a |
| https://example.com/b |
| https://example.com/C |
| https://www.example.com/d |
| https://example.com/e?ref=1 |
| http://example.com/f |

`pages`

| url | status | location |
|---|---|---|
| http://example.com/a | 301 | https://example.com/a |
| https://example.com/a | 200 | |
| https://example.com/b | 301 | https://example.com/b/ |
| https://example.com/b/ | 200 | |
| https://example.com/C | 301 | https://example.com/c |
| https://example.com/c | 200 | |
| https://www.example.com/d | 301 | https://example.com/d |
| https://example.com/d | 200 | |
| https://example.com/e?ref=1 | 301 | https://example.com/e |
| https://example.com/e | 200 | |
| http://example.com/f | 301 | https://www.example.com/f/ |
| https://www.example.com/f/ | 200 | |

finds:

| url | sitemap_url | related_url | observed | expected | fix | kind | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|---|
| http://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Redirects to https://example.com/a (301) | 200 | Replace with https://example.com/a | http instead of https | https://example.com/sitemap.xml | replace | loc | http://example.com/a | https://example.com/a |
| http://example.com/f | https://example.com/sitemap.xml | https://www.example.com/f/ | Redirects to https://www.example.com/f/ (301) | 200 | Replace with https://www.example.com/f/ | several differences | https://example.com/sitemap.xml | replace | loc | http://example.com/f | https://www.example.com/f/ |
| https://example.com/C | https://example.com/sitemap.xml | https://example.com/c | Redirects to https://example.com/c (301) | 200 | Replace with https://example.com/c | upper and lower case | https://example.com/sitemap.xml | replace | loc | https://example.com/C | https://example.com/c |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b/ | Redirects to https://example.com/b/ (301) | 200 | Replace with https://example.com/b/ | trailing slash | https://example.com/sitemap.xml | replace | loc | https://example.com/b | https://example.com/b/ |
| https://example.com/e?ref=1 | https://example.com/sitemap.xml | https://example.com/e | Redirects to https://example.com/e (301) | 200 | Replace with https://example.com/e | query string lost | https://example.com/sitemap.xml | replace | loc | https://example.com/e?ref=1 | https://example.com/e |
| https://www.example.com/d | https://example.com/sitemap.xml | https://example.com/d | Redirects to https://example.com/d (301) | 200 | Replace with https://example.com/d | www | https://example.com/sitemap.xml | replace | loc | https://www.example.com/d | https://example.com/d |

### Final URL is noindex

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location | noindex |
|---|---|---|---|
| https://example.com/a | 301 | https://example.com/b | |
| https://example.com/b | 200 | | true |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | Redirects to https://example.com/b (301) | 200 | Remove from the sitemap, or make the target indexable |

### Final URL not checked

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | /a/ |
| https://example.com/a/ | 301 | /b |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | Redirects to https://example.com/b (302 → 301) | 200 | List the final URL instead, if it is indexable |

### Redirect to 404, a loop, a URL that is not listed

`entries`

| loc |
|---|
| https://example.com/to-404 |
| https://example.com/loop |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/to-404 | 301 | /404 |
| https://example.com/404 | 404 | |
| https://example.com/loop | 301 | /loop |
| https://example.com/unlisted | 301 | / |

finds:

nothing
*/
SELECT
    redirects.url,
    redirects.sitemap_url,
    redirects.final_url AS related_url,
    redirects.line,
    CONCAT(
        'Redirects ',
        CASE
            WHEN redirects.final_key = redirects.url_key THEN CONCAT('from ', redirects.loc, ' ')
        END,
        'to ',
        redirects.final_url,
        ' (',
        REPLACE(redirects.statuses, ', ', ' → '),
        ')'
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN redirects.fix IS NOT NULL THEN redirects.fix
        WHEN redirects.outcome = 'ok' THEN 'Remove from the sitemap, or make the target indexable'
        ELSE 'List the final URL instead, if it is indexable'
    END AS fix,
    words.words AS kind,
    CASE WHEN redirects.action IS NOT NULL THEN redirects.sitemap_url END AS change_url,
    redirects.action,
    'loc' AS place,
    redirects.loc AS "from",
    redirects.wanted AS "to"
FROM listed_redirects AS redirects
LEFT JOIN plain_words AS words
    ON words.topic = 'difference' AND redirects.difference = words.code
WHERE redirects.outcome IN ('ok', 'unknown')

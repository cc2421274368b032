/*
---
severity: error
keeps_out: pages
cause: returns 404 or 410
rests_on: named
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["4XX page in sitemap", "404 page"]
  Google Search Console: ["Page indexing: Not found (404)", "Submitted URL not found (404)"]
  Screaming Frog: ["Response Codes: Internal Client Error (4XX)"]
  Sitebulb: ["XML Sitemaps: Not Found (4XX) URL"]
  squirrelscan: ["sitemap-4xx"]
needs: [entries, pages, base_probes, imported_files, imported_urls]
parameters:
  min_words: 50
  error_titles: '40[04]|410|error|fehler|erreur|errore|ошибка|not found|gone|nicht gefunden|introuvable|no encontrad|não encontrad|non trovat|niet gevonden|не найден|ikke (fundet|funnet)|hittades inte|nie znaleziono|見つかりません|不存在|未找到'
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# URL in sitemap returns 404 or 410

## What it finds

A URL in a sitemap that returns 404 (Not Found) or 410 (Gone). If exactly one indexable page has
nearly the same URL (other trailing slash, upper or lower case, `http`, `www`), the fix names it.

A URL with clicks in an imported list (`import`) has a page in search results: it is not to be removed
before the page is back or redirects.

The error page may be none: it is the same as a page that returns 200 (the application of a
JavaScript site), it has a title that names no error and at most one word of text, or it has at
least 50 (`min_words`) words, with another title and heading than the page for a URL that cannot
exist. Then only the status code may be wrong.

If at least five URLs of a sitemap, and half of those requested, do not exist, its base URL may be
wrong. The audit requests up to five of its paths with other base URLs: with the folder of the
sitemap, the target of the homepage's redirect, a language or another directory of the site in front
(`/en/`), without their first directory, and on the host of the sitemap. A base URL is right if at
least three of these URLs, and four fifths, return different indexable pages, and a URL that cannot
exist does not. Then the fix names it. If none is, and nine of ten URLs do not exist, the base URL is
to be looked at before URLs are removed, unless the sections of the URLs are deleted: other pages of
the same sections exist, or it is one section of a host that has others.

## Why it matters

Google and Bing remove URLs that return 404 or 410 from the index. A sitemap should list only URLs
that return 200; dead URLs in it waste crawl budget.

## How to fix it

Remove the URL in the sitemap generator (in a CMS, delete or unpublish the entry and regenerate the
sitemap). If most URLs of the sitemap return 404, look at the base URL of the generator first: its
host, or a directory such as `/en/`. If the page has moved, redirect the old URL with 301 and list
the new one. If it should exist, restore it. If the error page is that of a JavaScript application,
the server does not know its routes: rewrite them to the application with status 200, or prerender
them.

## Example

### 404, 410 and 200

`entries`

| loc | line |
|---|---|
| https://example.com/old | 3 |
| https://example.com/gone | 4 |
| https://example.com/here | 5 |

`pages`

| url | status |
|---|---|
| https://example.com/old | 404 |
| https://example.com/gone | 410 |
| https://example.com/here | 200 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/gone | https://example.com/sitemap.xml | 4 | Returns 410 | 200 | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/gone |
| https://example.com/old | https://example.com/sitemap.xml | 3 | Returns 404 | 200 | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/old |

### A canonical target that is not listed; a URL not fetched

`entries`

| loc |
|---|
| https://example.com/not-fetched |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/target | 404 | canonical |

finds:

nothing

### One with clicks in search results

`entries`

| loc |
|---|
| https://example.com/gone |
| https://example.com/wanted |

`pages`

| url | status |
|---|---|
| https://example.com/gone | 404 |
| https://example.com/wanted | 404 |

`imported_files`

| file | product |
|---|---|
| Performance-2026-01-10.zip/Pages.csv | gsc |

`imported_urls`

| url | file | clicks |
|---|---|---|
| https://example.com/gone | Performance-2026-01-10.zip/Pages.csv | 0 |
| https://example.com/wanted | Performance-2026-01-10.zip/Pages.csv | 900 |

finds:

| url | sitemap_url | observed | expected | fix | kind | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/gone | https://example.com/sitemap.xml | Returns 404 | 200 | Remove from the sitemap | | https://example.com/sitemap.xml | remove | loc | https://example.com/gone |
| https://example.com/wanted | https://example.com/sitemap.xml | Returns 404 | 200 | Return the page again, or redirect to its replacement (301) | with clicks in search results | | | | |

### A redirect to 404 belongs to another check

`entries`

| loc |
|---|
| https://example.com/moved |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/moved | 301 | https://example.com/gone |
| https://example.com/gone | 404 | |

finds:

nothing
*/
WITH bodies AS (
    SELECT
        page_states.url,
        page_states.host,
        pages.body_hash,
        pages.text_hash,
        COALESCE(pages.title, '') AS title
    FROM page_states
    INNER JOIN pages ON page_states.page_id = pages.id
    WHERE page_states.state = 'ok' AND pages.parsed AND page_states.role <> 'probe'
),

same AS (
    SELECT
        host,
        body_hash,
        MIN(url) AS url
    FROM bodies
    GROUP BY host, body_hash
),

alike AS (
    SELECT
        host,
        text_hash,
        title,
        MIN(url) AS url
    FROM bodies
    GROUP BY host, text_hash, title
),

gone AS (
    SELECT
        page.page_id,
        page.host,
        page.url,
        page.loc,
        page.sitemap_url,
        page.line,
        page.status,
        listed.url_near_key
    FROM listed_pages AS page
    INNER JOIN listed ON page.url_key = listed.url_key
    WHERE page.state = 'client-error' AND page.status IN (404, 410)
),

texts AS (
    SELECT
        id,
        url,
        body_hash,
        text_hash,
        title,
        h1,
        words,
        words >= $min_words AS is_long,
        words <= 1
        AND COALESCE(h1, '') = ''
        AND title <> ''
        AND NOT REGEXP_MATCHES(LOWER(title), $error_titles) AS is_shell
    FROM pages
),

-- What the error page is, where it is none: the page of an application, or one with content.
shown AS (
    SELECT
        gone.url,
        CASE
            WHEN COALESCE(same.url, alike.url) IS NOT NULL
                THEN CONCAT('the page of ', COALESCE(same.url, alike.url))
            WHEN page.is_shell THEN 'a page whose text JavaScript fills in'
            WHEN
                page.is_long
                AND page.title <> missing.title
                AND page.h1 <> COALESCE(missing.h1, '')
                THEN CONCAT('a page of its own: ', page.title)
        END AS what
    FROM gone
    INNER JOIN texts AS page ON gone.page_id = page.id
    LEFT JOIN same ON gone.host = same.host AND page.body_hash = same.body_hash
    LEFT JOIN alike
        ON
            gone.host = alike.host
            AND page.text_hash = alike.text_hash
            AND page.title = alike.title
    LEFT JOIN not_found_answers AS answer
        ON gone.host = answer.host AND answer.status IN (404, 410)
    LEFT JOIN texts AS missing ON answer.url = missing.url
),

near AS (
    SELECT
        url_near_key,
        MIN(url) AS url,
        BOOL_OR(listed) AS listed
    FROM indexability
    WHERE is_indexable AND url_near_key IN (SELECT gone.url_near_key FROM gone)
    GROUP BY url_near_key
    HAVING COUNT(*) = 1
),

-- Without invisible characters, as with a common variation: the page that was meant.
meant AS (
    SELECT
        gone.url,
        COALESCE(near.url, unseen.page) AS page,
        COALESCE(near.listed, unseen.is_listed) AS listed,
        CASE WHEN NOT unseen.has_fault THEN unseen.clean END AS clean
    FROM gone
    LEFT JOIN near ON gone.url_near_key = near.url_near_key
    LEFT JOIN clean_urls AS unseen ON gone.url = unseen.url
),

-- The base URL that the sitemap should have, and the page with it.
based AS (
    SELECT
        gone.url,
        base.kind,
        base.correction,
        base.is_certain,
        MIN(probe.url) AS page
    FROM gone
    INNER JOIN sitemap_bases AS base
        ON
            gone.sitemap_url = base.sitemap_url
            AND REGEXP_EXTRACT(gone.url, '^https?://[^/]+') = base.origin
    LEFT JOIN base_probes AS probe
        ON gone.url = probe.listed_url AND base.base = probe.base AND probe.is_indexable
    GROUP BY gone.url, base.kind, base.correction, base.is_certain
),

judged AS (
    SELECT
        gone.url,
        meant.page,
        meant.listed,
        meant.clean,
        shown.what,
        based.page AS based_page,
        based.kind,
        based.correction,
        unfilled.placeholder,
        CASE
            WHEN meant.page IS NOT NULL OR meant.clean IS NOT NULL THEN 'meant'
            WHEN based.is_certain THEN 'base'
            WHEN shown.what IS NOT NULL THEN 'page'
            WHEN unfilled.url IS NOT NULL THEN 'placeholder'
            WHEN based.url IS NOT NULL THEN 'base'
            WHEN clicked.url IS NOT NULL THEN 'clicks'
            ELSE 'gone'
        END AS reason
    FROM gone
    INNER JOIN meant ON gone.url = meant.url
    LEFT JOIN shown ON gone.url = shown.url
    LEFT JOIN based ON gone.url = based.url
    LEFT JOIN unfilled_urls AS unfilled ON gone.url = unfilled.url
    LEFT JOIN search_urls AS clicked ON gone.url = clicked.url AND clicked.clicks > 0
)

SELECT
    gone.url,
    gone.sitemap_url,
    judged.page AS related_url,
    gone.line,
    CONCAT(
        'Returns ',
        gone.status,
        ' with ' || judged.what,
        CASE
            WHEN judged.reason = 'base' THEN '; ' || judged.based_page || ' returns 200'
        END
    ) AS observed,
    '200' AS expected,
    CASE
        WHEN judged.page IS NOT NULL AND judged.listed
            THEN CONCAT('Remove from the sitemap; ', judged.page, ' is listed')
        WHEN judged.page IS NOT NULL THEN CONCAT('Replace with ', judged.page)
        WHEN judged.clean IS NOT NULL
            THEN CONCAT('Replace with ', judged.clean, ' if it returns 200; otherwise remove')
        WHEN judged.reason = 'base' THEN judged.correction
        WHEN judged.reason = 'page'
            THEN
                'Return 200 if the page exists (serve the route of the application, or'
                || ' prerender it); else remove from the sitemap'
        WHEN judged.reason = 'placeholder'
            THEN CONCAT('Correct the template: ', judged.placeholder, ' was not filled in')
        WHEN judged.reason = 'clicks'
            THEN 'Return the page again, or redirect to its replacement (301)'
        ELSE 'Remove from the sitemap'
    END AS fix,
    CASE judged.reason
        WHEN 'base' THEN judged.kind
        WHEN 'page' THEN 'page with content'
        WHEN 'clicks' THEN 'with clicks in search results'
    END AS kind,
    CASE
        WHEN judged.page IS NOT NULL OR judged.reason = 'gone' THEN gone.sitemap_url
    END AS change_url,
    CASE WHEN judged.page IS NULL OR judged.listed THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    gone.loc AS "from",
    CASE WHEN NOT judged.listed THEN judged.page END AS "to"
FROM gone
INNER JOIN judged ON gone.url = judged.url

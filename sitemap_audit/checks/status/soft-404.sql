/*
---
severity: warning
keeps_out: pages
confidence: medium
basis: documented
engines: [google, bing]
aliases: [page-soft-404]
known_as:
  Google Search Console: ["Page indexing: Soft 404"]
  Sitebulb: ["Indexability: Possible soft 404"]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'unknown')"
unknown: >-
  state = 'unknown' OR host IN (SELECT shells.host FROM not_found_answers AS shells WHERE
  shells.is_shell)
parameters:
  phrases: '(page|file|site|product) (was )?(not found|could not be found)|(error|fehler|erreur) 404|404 (error|not found)|^404( [-–|:].*)?$|seite (wurde )?nicht gefunden|page (introuvable|non trouvée)|página no encontrada|pagina non trovata|página não encontrada'
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed URL that answers 200 and says "not found"

## What it finds

A URL in a sitemap that answers 200 although there is no such page: its text is, or nearly is, the
one with which the site answers an address that cannot exist (one such address is asked for on every
host), or its title or heading says so in words. Where most pages of a host have that same text, it
is a shell that a script fills in, and is not judged (`site/not-found-without-404` tells it).

## Why it matters

Search engines take such a page for an error all the same (a soft 404) and drop it, but crawl it
for longer than one that says 404.

## How to fix it

Answer 404 or 410 for what is not there, and take the URL out of the sitemap. If the page is there,
give it a title and a text of its own.

## Example

### The same text as for an address that cannot exist

`entries`

| loc | line |
|---|---|
| https://example.com/sold-out | 3 |
| https://example.com/tea | 4 |

`pages`

| url | role | title | text_hash | words |
|---|---|---|---|---|
| https://example.com/sold-out | listed | Our shop | a1 | 30 |
| https://example.com/tea | listed | Tea | b2 | 30 |
| https://example.com/no-such-page | probe | Our shop | a1 | 30 |

finds:

| url | sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|---|
| https://example.com/sold-out | https://example.com/sitemap.xml | | 3 | the text that the host gives to an address that cannot exist | status 404, or a text of its own |

### Words in the title or the heading

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/route-404 |

`pages`

| url | title | h1 |
|---|---|---|
| https://example.com/a | Page not found - Shop | Oh |
| https://example.com/b | Shop | Seite nicht gefunden |
| https://example.com/route-404 | Route 404 through the hills | Route 404 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | title: Page not found - Shop | status 404, or a text of its own |
| https://example.com/b | https://example.com/sitemap.xml | heading: Seite nicht gefunden | status 404, or a text of its own |

### A shell that a script fills in, and a host that answers 404 as it should

`entries`

| loc |
|---|
| https://app.example/a |
| https://app.example/b |
| https://example.com/a |

`pages`

| url | role | status | text_hash | words |
|---|---|---|---|---|
| https://app.example/a | listed | 200 | a1 | 12 |
| https://app.example/b | listed | 200 | a1 | 12 |
| https://app.example/no-such-page | probe | 200 | a1 | 12 |
| https://example.com/a | listed | 200 | b2 | 12 |
| https://example.com/no-such-page | probe | 404 | b2 | 12 |

finds:

nothing
*/
WITH answers AS (
    SELECT
        listed_pages.url,
        listed_pages.sitemap_url,
        listed_pages.line,
        pages.title,
        pages.h1,
        COALESCE(
            host_answer.status = 200
            AND NOT host_answer.is_shell
            AND (
                (host_answer.text_hash = pages.text_hash AND pages.words >= 10)
                OR (
                    BIT_COUNT(
                        (host_answer.simhash | pages.simhash)
                        - (host_answer.simhash & pages.simhash)
                    ) <= 3
                    AND pages.words >= 30
                )
            ),
            FALSE
        ) AS is_twin
    FROM listed_pages
    INNER JOIN pages ON listed_pages.page_id = pages.id
    LEFT JOIN not_found_answers AS host_answer ON listed_pages.host = host_answer.host
    WHERE listed_pages.state = 'ok' AND pages.parsed
),

candidates AS (
    SELECT
        url,
        sitemap_url,
        line,
        CASE
            WHEN REGEXP_EXTRACT(LOWER(title), $phrases) <> '' THEN CONCAT('title: ', title)
            WHEN REGEXP_EXTRACT(LOWER(h1), $phrases) <> '' THEN CONCAT('heading: ', h1)
            WHEN is_twin THEN 'the text that the host gives to an address that cannot exist'
        END AS observed
    FROM answers
)

SELECT
    url,
    sitemap_url,
    line,
    observed,
    'status 404, or a text of its own' AS expected
FROM candidates
WHERE observed IS NOT NULL

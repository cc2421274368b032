/*
---
severity: warning
keeps_out: pages
cause: requires cookies
confidence: medium
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
when: "state IN ('ok', 'redirect', 'unknown')"
unknown: >-
  state = 'unknown' OR (state = 'ok' AND NOT annotations_known) OR url_key IN (SELECT
  chains.url_key FROM redirect_chains AS chains WHERE chains.outcome = 'unknown')
parameters:
  max_words: 100
  phrases: 'cookies? (are |is |must be )?(required|disabled|not enabled|blocked|enabled)|(enable|accept|allow|activate) (your )?(browser )?cookies|cookies? (aktivieren|erforderlich|benötigt|deaktiviert)|(activez|activer|accepter|autoriser) les cookies|habilit(e|ar|a) (las )?cookies|abilita(re)? i cookie|cookies inschakelen'
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.2.0
---
# Page in sitemap requires cookies

## What it finds

A listed URL that returns, or redirects to, a page with at most 100 (`max_words`) words of main text
whose title or first heading says that cookies are required ("Please enable cookies"). One more sign
is needed: the same main text on two or more listed URLs, `noindex`, two or more listed URLs that
redirect there, or a query string with the original URL. `redirect/loop-without-cookies` reports
redirect loops that end once a cookie is sent.

## Why it matters

Googlebot and Bingbot do not keep cookies. They index the notice instead of the page, and it is the
same for every URL.

## How to fix it

Return the page at the first request, also without cookies. Set the cookie in the same response.
Look for the rule in the consent tool, the CDN and the application's session handling.

## Example

### Notice by redirect and directly; a guide to cookies; a URL not fetched

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |
| https://example.com/c | 9 |
| https://example.com/guide | 12 |
| https://example.com/d | 15 |

`pages`

| url | status | location | title | text_hash | words |
|---|---|---|---|---|---|
| https://example.com/a | 302 | /no-cookies?back=/a | | | |
| https://example.com/no-cookies?back=/a | 200 | | Cookies required | c1 | 20 |
| https://example.com/b | 200 | | Please enable cookies | c2 | 20 |
| https://example.com/c | 200 | | Please enable cookies | c2 | 20 |
| https://example.com/guide | 200 | | How to enable cookies in your browser | g | 90 |

finds:

| url | sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/no-cookies?back=/a | 3 | Title: Cookies required; redirects to https://example.com/no-cookies?back=/a | 200 with the page, without cookies | Return the page without requiring cookies |
| https://example.com/b | https://example.com/sitemap.xml | | 6 | Title: Please enable cookies; same text on 2 pages | 200 with the page, without cookies | Return the page without requiring cookies |
| https://example.com/c | https://example.com/sitemap.xml | | 9 | Title: Please enable cookies; same text on 2 pages | 200 with the page, without cookies | Return the page without requiring cookies |
*/
WITH texts AS (
    SELECT
        id,
        url_key,
        text_hash,
        noindex,
        CASE
            WHEN REGEXP_EXTRACT(LOWER(title), $phrases) <> '' THEN CONCAT('Title: ', title)
            WHEN REGEXP_EXTRACT(LOWER(h1), $phrases) <> '' THEN CONCAT('Heading: ', h1)
        END AS says
    FROM pages
    WHERE parsed AND words <= $max_words
),

arrivals AS (
    SELECT
        final_key,
        COUNT(*) AS urls
    FROM redirect_chains
    WHERE listed AND outcome = 'ok'
    GROUP BY final_key
),

found AS (
    SELECT
        listed_pages.url,
        listed_pages.sitemap_url,
        CAST(NULL AS VARCHAR) AS related_url,
        listed_pages.line,
        texts.says,
        CASE
            WHEN same_texts.pages IS NOT NULL
                THEN CONCAT('same text on ', same_texts.pages, ' pages')
            WHEN texts.noindex THEN 'noindex'
        END AS second_sign
    FROM listed_pages
    INNER JOIN texts ON listed_pages.page_id = texts.id AND texts.says IS NOT NULL
    LEFT JOIN same_texts
        ON listed_pages.host = same_texts.host AND texts.text_hash = same_texts.text_hash
    WHERE listed_pages.state = 'ok'
    UNION ALL
    SELECT
        chain.url,
        listed.sitemap_url,
        chain.final_url AS related_url,
        listed.line,
        texts.says,
        CASE
            WHEN
                arrivals.urls >= 2
                OR texts.noindex
                OR REGEXP_EXTRACT(chain.final_url, '[?].*=') <> ''
                THEN CONCAT('redirects to ', chain.final_url)
        END AS second_sign
    FROM redirect_chains AS chain
    INNER JOIN listed ON chain.url_key = listed.url_key
    INNER JOIN texts ON chain.final_key = texts.url_key AND texts.says IS NOT NULL
    INNER JOIN arrivals ON chain.final_key = arrivals.final_key
    WHERE chain.outcome = 'ok'
)

SELECT
    url,
    sitemap_url,
    related_url,
    line,
    CONCAT(says, '; ', second_sign) AS observed,
    '200 with the page, without cookies' AS expected,
    'Return the page without requiring cookies' AS fix
FROM found
WHERE second_sign IS NOT NULL

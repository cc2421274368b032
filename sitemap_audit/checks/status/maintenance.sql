/*
---
severity: error
keeps_out: pages
cause: returns 200 with a maintenance page
confidence: medium
basis: documented
engines: [google, bing]
needs: [entries, pages]
over: listed_pages
tag: title
when: "state IN ('ok', 'unknown')"
unknown: "NOT annotations_known"
parameters:
  max_words: 150
  phrases: 'under maintenance|(down|closed|offline|unavailable) for maintenance|maintenance mode|(planned|scheduled|undergoing) maintenance|be right back|be back (soon|shortly)|temporarily (unavailable|offline|down)|wartungs(arbeiten|modus)|wegen wartung|vorübergehend nicht (erreichbar|verfügbar)|en (cours de )?maintenance|en mantenimiento|in manutenzione|em manutenção|in onderhoud|onderhoudswerkzaamheden|техническ(ие|их) работ|メンテナンス中|系统维护'
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/pause-online-business
since: 0.2.0
---
# Maintenance page returns 200

## What it finds

A listed URL that returns 200, at most 150 (`max_words`) words of main text, and words such as
"under maintenance" in its title or first heading. One more sign is needed: the same main text on
two or more listed URLs, a `Retry-After` header, `noindex`, or the URL is the homepage. Words alone
are not reported, because articles about maintenance contain them too.

## Why it matters

With status 200, search engines index the maintenance page instead of the content and treat the URLs
as duplicates of each other. Google recommends 503 for a temporary closure: the URLs stay in the
index and are crawled again later.

## How to fix it

Return 503 with `Retry-After` while the site is in maintenance (an option of most maintenance
plugins, or a rule on the server or CDN). If the maintenance is over, clear the cache that still
serves the page.

## Example

### Same text on two pages; a page about maintenance; a URL not fetched

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |
| https://example.com/services | 9 |
| https://example.com/c | 12 |

`pages`

| url | title | text_hash | words |
|---|---|---|---|
| https://example.com/a | Shop: under maintenance | a1 | 20 |
| https://example.com/b | Shop: under maintenance | a1 | 20 |
| https://example.com/services | Scheduled maintenance of your boiler | b2 | 120 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | Title: Shop: under maintenance; same text on 2 pages | 503 with Retry-After | Return 503 until the maintenance is over | https://example.com/a | replace | status | 200 | 503 |
| https://example.com/b | https://example.com/sitemap.xml | 6 | Title: Shop: under maintenance; same text on 2 pages | 503 with Retry-After | Return 503 until the maintenance is over | https://example.com/b | replace | status | 200 | 503 |
*/
WITH texts AS (
    SELECT
        id,
        text_hash,
        retry_after,
        noindex,
        CASE
            WHEN REGEXP_EXTRACT(LOWER(title), $phrases) <> '' THEN CONCAT('Title: ', title)
            WHEN REGEXP_EXTRACT(LOWER(h1), $phrases) <> '' THEN CONCAT('Heading: ', h1)
        END AS says
    FROM pages
    WHERE parsed AND words <= $max_words
),

signs AS (
    SELECT
        listed_pages.url,
        listed_pages.sitemap_url,
        listed_pages.line,
        texts.says,
        CASE
            WHEN same_texts.pages IS NOT NULL
                THEN CONCAT('same text on ', same_texts.pages, ' pages')
            WHEN texts.retry_after IS NOT NULL THEN CONCAT('Retry-After: ', texts.retry_after)
            WHEN texts.noindex THEN 'noindex'
            WHEN REGEXP_MATCHES(listed_pages.url, '^https?://[^/]+/$') THEN 'homepage'
        END AS second_sign
    FROM listed_pages
    INNER JOIN texts ON listed_pages.page_id = texts.id AND texts.says IS NOT NULL
    LEFT JOIN same_texts
        ON listed_pages.host = same_texts.host AND texts.text_hash = same_texts.text_hash
    WHERE listed_pages.state = 'ok'
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(says, '; ', second_sign) AS observed,
    '503 with Retry-After' AS expected,
    'Return 503 until the maintenance is over' AS fix,
    url AS change_url,
    'replace' AS action,
    'status' AS place,
    '200' AS "from",
    '503' AS "to"
FROM signs
WHERE second_sign IS NOT NULL

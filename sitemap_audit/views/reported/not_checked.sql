/*
---
row: url
rests_on: named
---
One row per URL that the audit could not read, or did not fetch although a page names it, with the
one cause; nothing is known of what it contains. URLs in sitemaps that the options of the audit
leave out are not here: the ledger has them.

`kind`: page (a sitemap lists it) | unlisted (no sitemap lists it) | alternate, canonical, redirect
(a page in a sitemap names it as such) | robots (only the verdict of robots.txt is not known) |
sitemap | render | file (an image or video). A URL has the first of these that applies. `reason`: why, as in
`unknown_reason` of indexability, or disallowed-here (only for the user agent of the audit), an
error of a request, server-error, or not-fetched. `is_known`: a finding says why it is not
indexable; only its content is not known. NULL where the row is of no page.
*/
WITH pages_not_read AS (
    SELECT
        page.url,
        page.url_key,
        CASE
            WHEN page.state = 'ok' AND page.annotations_known AND page.robots = 'unknown'
                THEN 'robots'
            WHEN page.listed THEN 'page'
            WHEN pages.role = 'refresh' THEN 'redirect'
            WHEN pages.role IN ('alternate', 'canonical', 'redirect') THEN pages.role
            ELSE 'unlisted'
        END AS kind,
        CASE
            WHEN page.state = 'no-response' THEN page.error
            WHEN page.state = 'server-error' THEN page.state
            WHEN page.unknown_reason = 'disallowed' AND page.is_indexable IS NULL
                THEN 'disallowed-here'
            ELSE page.unknown_reason
        END AS reason,
        page.is_indexable IS NOT NULL AS is_known
    FROM indexability AS page
    INNER JOIN pages ON page.page_id = pages.id
    WHERE
        pages.role <> 'probe'
        AND (
            page.state IN ('unknown', 'no-response', 'server-error')
            OR (page.state = 'ok' AND page.unknown_reason IS NOT NULL)
        )
),

named AS (
    SELECT
        url_key,
        url,
        'alternate' AS kind
    FROM hreflang_ends
    WHERE NOT fetched
    UNION ALL
    SELECT
        canonical_key AS url_key,
        canonical AS url,
        'canonical' AS kind
    FROM effective_canonicals
    UNION ALL
    SELECT
        final_key AS url_key,
        final_url AS url,
        'redirect' AS kind
    FROM redirect_chains
    WHERE outcome = 'unknown'
),

not_fetched AS (
    SELECT
        named.url_key,
        MIN(named.url) AS url,
        MIN(named.kind) AS kind
    FROM named
    LEFT JOIN indexability AS page ON named.url_key = page.url_key
    LEFT JOIN listed ON named.url_key = listed.url_key
    CROSS JOIN run
    WHERE page.url_key IS NULL AND listed.url_key IS NULL AND COALESCE(run.asks_pages, TRUE)
    GROUP BY named.url_key
)

SELECT
    url,
    kind,
    reason,
    is_known
FROM pages_not_read
WHERE kind IN ('page', 'unlisted', 'alternate', 'robots') OR NOT is_known
UNION ALL
SELECT
    url,
    kind,
    'not-fetched' AS reason,
    FALSE AS is_known
FROM not_fetched
UNION ALL
SELECT
    url,
    'sitemap' AS kind,
    MIN(CASE reason WHEN 'not fetched' THEN 'not-fetched' ELSE reason END) AS reason,
    CAST(NULL AS BOOLEAN) AS is_known
FROM unread_sitemaps
WHERE url_key IS NOT NULL
GROUP BY url
UNION ALL
SELECT
    pages.url,
    'render' AS kind,
    renders.problem AS reason,
    CAST(NULL AS BOOLEAN) AS is_known
FROM renders
INNER JOIN pages ON renders.page_id = pages.id
WHERE renders.problem IS NOT NULL
UNION ALL
SELECT
    url,
    'file' AS kind,
    MIN(COALESCE(error, 'status ' || CAST(status AS VARCHAR))) AS reason,
    CAST(NULL AS BOOLEAN) AS is_known
FROM media_states
WHERE state = 'unknown'
GROUP BY url

/*
One row per URL in report.html, the worst first: of each combination of sources the first 1,000,
then more of another, 100,000 at most. Then the size of the file is looked at.
*/
WITH told AS (
    SELECT
        known.url_key,
        known.url,
        known.entries,
        found.rank,
        found.own_rank,
        COALESCE(found.findings, 0) AS findings,
        sources.clicks,
        sources.code
    FROM reported_urls AS known
    LEFT JOIN reported_url_findings AS found ON known.url = found.url
    LEFT JOIN reported_sources AS sources ON known.url_key = sources.url_key
),

placed AS (
    SELECT
        url_key,
        url,
        entries,
        rank,
        own_rank,
        findings,
        clicks,
        code,
        ROW_NUMBER() OVER (
            PARTITION BY code ORDER BY rank NULLS LAST, entries = 0, url
        ) > 1000 AS is_more
    FROM told
),

chosen AS (
    SELECT
        url_key,
        url,
        entries,
        rank,
        own_rank,
        findings,
        clicks,
        code,
        is_more
    FROM placed
    ORDER BY is_more, rank NULLS LAST, entries = 0, url
    LIMIT 100000
),

places AS (
    SELECT
        entries.url_key,
        STRING_AGG(
            entries.sitemap_url || COALESCE(', line ' || entries.line, ''), CHR(10)
            ORDER BY entries.sitemap_url, entries.position
        ) AS places,
        STRING_AGG(
            DISTINCT entries.sitemap_url, CHR(10) ORDER BY entries.sitemap_url
        ) AS sitemaps
    FROM entries
    INNER JOIN chosen ON entries.url_key = chosen.url_key
    WHERE entries.kind = 'url' AND chosen.entries > 1
    GROUP BY entries.url_key
)

SELECT
    page.url,
    page.status,
    page.verdict,
    CASE WHEN page.entries > 0 THEN 'yes' ELSE 'no' END AS is_listed,
    page.sitemap_url,
    page.line,
    places.places,
    places.sitemaps,
    page.redirect,
    page.canonical,
    CONCAT_WS(': ', page.robots, fetched.robots_rule) AS robots,
    FLOOR(1000 * fetched.latency) / 1000 AS seconds,
    chosen.own_rank,
    chosen.findings,
    fetched.title,
    chosen.code,
    chosen.clicks,
    google.relation,
    google.reason,
    CONCAT_WS(
        '; ',
        google.state || COALESCE(
            ' (inspected ' || CAST(CAST(google.inspected_at AS DATE) AS VARCHAR) || ')', ''
        ),
        'last crawl ' || CAST(CAST(google.last_crawled_at AS DATE) AS VARCHAR),
        'canonical by Google: ' || google.google_canonical
    ) AS google
FROM chosen
INNER JOIN reported_urls AS page ON chosen.url_key = page.url_key
LEFT JOIN pages AS fetched ON page.page_id = fetched.id
LEFT JOIN places ON chosen.url_key = places.url_key
LEFT JOIN reported_indexing AS google ON chosen.url_key = google.url_key
ORDER BY chosen.is_more, chosen.rank NULLS LAST, chosen.entries = 0, chosen.url

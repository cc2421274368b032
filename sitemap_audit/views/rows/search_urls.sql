/*
---
row: url
rests_on: others
---
One row per URL of the site in the imported lists of search engines, web analytics and tables with
named columns, or inspected by the URL Inspection API: what Google says of it, and its traffic.
Lists of other crawlers have no row.

Of several files and inspections, the latest one with a state for the URL counts, by the date in the
file name, or else by the day of the import; an inspection by its day, before a file of that day;
then by the last crawl. `is_indexed`: by that state of Google, or else the verdict of the inspection.
Where there is no state, a URL with clicks or impressions in Search Console is indexed. NULL if
nothing says; that a URL is missing from a list says nothing.

`state`, `state_code`: of Google (`engine` google), else of Yandex; `state_day`: its day.
`state_source`, `clicks_source`: where they come from, in words. `clicks`, `impressions`: rows of one
file are added. Of files of one product the largest number counts, because their periods may overlap;
those of Search Console and Bing are added. Numbers of a table with named columns count only where
these have none. `visits`: of web analytics, the largest number. `last_crawled_at`: by Google.
`google_canonical`: the latest one that is told. `inspected_at` and what follows: of the latest
inspection, as in inspected_urls; NULL if there is none.
*/
WITH files AS (
    SELECT
        id,
        CASE WHEN product IN ('ga4', 'matomo') THEN 'analytics' ELSE product END AS product,
        CASE product
            WHEN 'gsc' THEN 'Search Console'
            WHEN 'bing' THEN 'Bing'
            WHEN 'yandex' THEN 'Yandex'
            ELSE 'imported table'
        END AS title,
        first_day,
        last_day,
        imported_at,
        CAST(
            TRY_CAST(
                REGEXP_EXTRACT(file, '^.*(20[0-9]{2}-[0-9]{2}-[0-9]{2})', 1) AS DATE
            ) AS VARCHAR
        ) AS written_on
    FROM imported_files
    WHERE product IN ('gsc', 'bing', 'yandex', 'ga4', 'matomo', 'csv')
),

inspections AS (
    SELECT
        url,
        url_key,
        url_near_key,
        inspected_at,
        CAST(CAST(inspected_at AS DATE) AS VARCHAR) AS day,
        verdict,
        COALESCE(coverage_state, verdict) AS state,
        state_code,
        robots_state,
        indexing_state,
        fetch_state,
        last_crawled_at,
        crawled_as,
        google_canonical,
        user_canonical,
        sitemaps,
        referring_urls,
        result_link,
        ROW_NUMBER() OVER (
            PARTITION BY url_key
            ORDER BY inspected_at DESC, file_id ASC
        ) AS place
    FROM inspected_urls
),

found AS (
    SELECT
        row_of.url,
        row_of.url_key,
        row_of.url_near_key,
        row_of.file_id,
        row_of.line,
        files.product,
        CONCAT(
            files.title,
            COALESCE(
                ', ' || files.first_day || ' to ' || files.last_day,
                ', export of ' || files.written_on
            )
        ) AS source,
        COALESCE(files.written_on, CAST(CAST(files.imported_at AS DATE) AS VARCHAR)) AS day,
        files.imported_at,
        CASE
            WHEN files.product = 'gsc' THEN row_of.state
            WHEN files.product IN ('yandex', 'csv') AND row_of.state_code IS NOT NULL
                THEN row_of.state
        END AS state,
        row_of.state_code,
        CASE WHEN files.product <> 'yandex' THEN row_of.google_canonical END AS google_canonical,
        CASE WHEN files.product IN ('gsc', 'csv') THEN row_of.last_crawled_at END
            AS last_crawled_at,
        row_of.clicks,
        row_of.impressions,
        CASE WHEN files.product IN ('analytics', 'csv') THEN row_of.visits END AS visits
    FROM imported_urls AS row_of
    INNER JOIN files ON row_of.file_id = files.id
    UNION ALL
    SELECT
        url,
        url_key,
        url_near_key,
        -1 AS file_id,
        0 AS line,
        'inspection' AS product,
        CONCAT('URL Inspection of ', day) AS source,
        day,
        inspected_at AS imported_at,
        state,
        state_code,
        google_canonical,
        last_crawled_at,
        CAST(NULL AS BIGINT) AS clicks,
        CAST(NULL AS BIGINT) AS impressions,
        CAST(NULL AS BIGINT) AS visits
    FROM inspections
    WHERE place = 1
),

urls AS (
    SELECT
        url_key,
        MIN(url) AS url,
        MIN(url_near_key) AS url_near_key,
        MAX(last_crawled_at) AS last_crawled_at
    FROM found
    GROUP BY url_key
),

states AS (
    SELECT
        url_key,
        CASE WHEN product = 'yandex' THEN 'yandex' ELSE 'google' END AS engine,
        state,
        state_code,
        source,
        day,
        product,
        ROW_NUMBER() OVER (
            PARTITION BY url_key
            ORDER BY
                CASE WHEN product = 'yandex' THEN 1 ELSE 0 END ASC,
                day DESC,
                CASE WHEN product = 'inspection' THEN 0 ELSE 1 END ASC,
                last_crawled_at DESC NULLS LAST,
                imported_at DESC,
                file_id ASC,
                line ASC
        ) AS place
    FROM found
    WHERE state IS NOT NULL
),

canonicals AS (
    SELECT
        url_key,
        google_canonical,
        ROW_NUMBER() OVER (
            PARTITION BY url_key
            ORDER BY
                day DESC,
                CASE WHEN product = 'inspection' THEN 0 ELSE 1 END ASC,
                last_crawled_at DESC NULLS LAST,
                imported_at DESC,
                file_id ASC,
                line ASC
        ) AS place
    FROM found
    WHERE google_canonical IS NOT NULL
),

in_files AS (
    SELECT
        url_key,
        file_id,
        product,
        source,
        day,
        SUM(clicks) AS clicks,
        SUM(impressions) AS impressions,
        SUM(visits) AS visits
    FROM found
    WHERE clicks IS NOT NULL OR impressions IS NOT NULL OR visits IS NOT NULL
    GROUP BY url_key, file_id, product, source, day
),

ranked AS (
    SELECT
        url_key,
        product,
        source,
        clicks,
        impressions,
        visits,
        ROW_NUMBER() OVER (
            PARTITION BY url_key, product
            ORDER BY clicks DESC NULLS LAST, day DESC, file_id ASC
        ) AS place
    FROM in_files
),

traffic AS (
    SELECT
        url_key,
        MAX(CASE WHEN product = 'gsc' THEN clicks END) AS google_clicks,
        MAX(CASE WHEN product = 'bing' THEN clicks END) AS bing_clicks,
        MAX(CASE WHEN product = 'csv' THEN clicks END) AS other_clicks,
        MAX(CASE WHEN product = 'gsc' THEN impressions END) AS google_impressions,
        MAX(CASE WHEN product = 'bing' THEN impressions END) AS bing_impressions,
        MAX(CASE WHEN product = 'csv' THEN impressions END) AS other_impressions,
        MAX(visits) AS visits,
        MAX(CASE WHEN product = 'gsc' AND place = 1 AND clicks > 0 THEN source END)
            AS google_source,
        MAX(CASE WHEN product = 'bing' AND place = 1 AND clicks > 0 THEN source END)
            AS bing_source,
        MAX(CASE WHEN product = 'csv' AND place = 1 AND clicks > 0 THEN source END)
            AS other_source
    FROM ranked
    GROUP BY url_key
)

SELECT
    urls.url,
    urls.url_key,
    urls.url_near_key,
    CASE
        WHEN
            states.engine = 'google'
            AND states.state_code IN (
                'indexed', 'indexed-though-blocked', 'indexed-without-content'
            )
            THEN TRUE
        WHEN states.engine = 'google' AND states.state_code IS NOT NULL THEN FALSE
        WHEN states.product = 'inspection' AND inspections.verdict = 'PASS' THEN TRUE
        WHEN states.product = 'inspection' AND inspections.verdict IN ('NEUTRAL', 'FAIL')
            THEN FALSE
        WHEN states.engine = 'google' THEN NULL
        WHEN
            COALESCE(traffic.google_clicks, 0) > 0 OR COALESCE(traffic.google_impressions, 0) > 0
            THEN TRUE
    END AS is_indexed,
    states.engine,
    states.state_code,
    states.state,
    states.source AS state_source,
    states.day AS state_day,
    CAST(
        CASE
            WHEN traffic.google_clicks IS NULL AND traffic.bing_clicks IS NULL
                THEN traffic.other_clicks
            ELSE COALESCE(traffic.google_clicks, 0) + COALESCE(traffic.bing_clicks, 0)
        END AS BIGINT
    ) AS clicks,
    CASE
        WHEN traffic.google_clicks IS NULL AND traffic.bing_clicks IS NULL
            THEN traffic.other_source
        ELSE CONCAT_WS('; ', traffic.google_source, traffic.bing_source)
    END AS clicks_source,
    CAST(
        CASE
            WHEN traffic.google_impressions IS NULL AND traffic.bing_impressions IS NULL
                THEN traffic.other_impressions
            ELSE COALESCE(traffic.google_impressions, 0) + COALESCE(traffic.bing_impressions, 0)
        END AS BIGINT
    ) AS impressions,
    CAST(traffic.visits AS BIGINT) AS visits,
    canonicals.google_canonical,
    urls.last_crawled_at,
    inspections.inspected_at,
    inspections.verdict,
    inspections.robots_state,
    inspections.indexing_state,
    inspections.fetch_state,
    inspections.crawled_as,
    inspections.user_canonical,
    inspections.sitemaps,
    inspections.referring_urls,
    inspections.result_link
FROM urls
LEFT JOIN states ON urls.url_key = states.url_key AND states.place = 1
LEFT JOIN canonicals ON urls.url_key = canonicals.url_key AND canonicals.place = 1
LEFT JOIN inspections ON urls.url_key = inspections.url_key AND inspections.place = 1
LEFT JOIN traffic ON urls.url_key = traffic.url_key

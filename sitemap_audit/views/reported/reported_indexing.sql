/*
---
row: url
rests_on: others
---
One row per listed URL of which Google has told the state, as every report tells it: what the audit
and Google say of it.

`relation`: as in google_comparison, with not-checked-indexed and not-checked-not-indexed (the audit
does not know) and unknown-state (the audit does not know what the state means). `reason`,
`reason_code`: the state, where reports tell the relation by it. `rank`: of the relation, what is to
be looked at first; the order of reports is `rank`, `clicks` (most first) and `url`. `has_sitemap`:
Google has the sitemap in `sitemap_url`, as it is submitted, or another one is that leads to it; NULL
if that is not known. Other columns: as in google_comparison.
*/
WITH google_sitemaps AS (
    SELECT
        url,
        is_submitted OR submitted_by IS NOT NULL AS is_there
    FROM engine_sitemaps
    WHERE engine = 'google'
),

told AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        is_indexable,
        observed,
        is_inspected,
        is_indexed,
        state_code,
        state,
        state_source,
        CASE
            WHEN relation <> 'not-checked' THEN relation
            WHEN is_indexed IS NULL THEN 'unknown-state'
            WHEN is_indexed THEN 'not-checked-indexed'
            ELSE 'not-checked-not-indexed'
        END AS relation,
        canonical,
        google_canonical,
        user_canonical,
        agrees,
        lastmod,
        last_crawled_at,
        crawl,
        clicks,
        inspected_at,
        robots_state,
        indexing_state,
        fetch_state,
        crawled_as,
        sitemaps,
        referring_urls,
        result_link
    FROM google_comparison
    WHERE is_listed AND state IS NOT NULL
)

SELECT
    url,
    url_key,
    sitemap_url,
    CASE
        WHEN
            sitemap_url IN (
                SELECT known.url FROM google_sitemaps AS known
                WHERE known.is_there
            )
            THEN TRUE
        WHEN
            sitemap_url IN (
                SELECT known.url FROM google_sitemaps AS known
                WHERE NOT known.is_there
            )
            THEN FALSE
    END AS has_sitemap,
    is_indexable,
    observed,
    is_inspected,
    is_indexed,
    state_code,
    state,
    state_source,
    relation,
    CASE WHEN relation IN ('indexable-not-indexed', 'unknown-state') THEN state END AS reason,
    CASE WHEN relation IN ('indexable-not-indexed', 'unknown-state') THEN state_code END
        AS reason_code,
    CASE relation
        WHEN 'indexable-not-indexed' THEN 1
        WHEN 'not-indexable-indexed' THEN 2
        WHEN 'not-checked-not-indexed' THEN 3
        WHEN 'not-checked-indexed' THEN 4
        WHEN 'unknown-state' THEN 5
        WHEN 'neither' THEN 6
        ELSE 7
    END AS rank,
    canonical,
    google_canonical,
    user_canonical,
    agrees,
    lastmod,
    last_crawled_at,
    crawl,
    clicks,
    inspected_at,
    robots_state,
    indexing_state,
    fetch_state,
    crawled_as,
    sitemaps,
    referring_urls,
    result_link
FROM told

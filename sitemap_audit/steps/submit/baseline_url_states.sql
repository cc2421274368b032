/*
One row per URL as it is known after the submission. What this audit does not know of a URL is as in
the baseline before: of its entry (whether it is listed, and lastmod), and of its page.

A page that was not fetched, fails, or is from a cache is not known; the entry of a URL that no
sitemap lists is known if it is confirmed that it was removed.
*/
WITH states AS (
    SELECT
        *,
        TRUE AS is_now
    FROM url_states
    UNION ALL BY NAME
    SELECT
        *,
        FALSE AS is_now
    FROM previous_urls
),

gone AS (
    SELECT url FROM compared_listings
    WHERE change = 'confirmed' AND unknown_reason IS NULL
),

known AS (
    SELECT
        COALESCE(now.url, old.url) AS url,
        COALESCE(now.url_key, old.url_key) AS url_key,
        COALESCE(now.url_near_key, old.url_near_key) AS url_near_key,
        COALESCE(now.outcome IS NOT NULL OR old.url IN (SELECT gone.url FROM gone), FALSE)
            AS is_entry_known,
        old.page_id IS NULL
        OR (
            now.page_id IS NOT NULL
            AND now.unknown_reason IS NULL
            AND NOT COALESCE(now.is_cached, FALSE)
            AND now.url_key NOT IN (SELECT failing_urls.url_key FROM failing_urls)
        ) AS is_page_known
    FROM url_states AS now
    FULL OUTER JOIN previous_urls AS old ON now.url_key = old.url_key
    WHERE
        old.url_key IS NOT NULL
        OR now.url_key NOT IN (SELECT left_out_urls.url_key FROM left_out_urls)
)

SELECT
    known.url,
    known.url_key,
    known.url_near_key,
    entry.outcome,
    entry.sitemap_url,
    entry.lastmod,
    entry.lastmod_at,
    entry.lastmod_precision,
    page.page_id,
    page.status,
    page.error,
    page.state,
    page.redirect_url,
    page.robots,
    page.robots_rule,
    page.is_indexable,
    page.reasons,
    page.unknown_reason,
    page.canonical,
    page.annotations_known,
    page.entry_known,
    page.is_cached,
    page.is_html,
    page.title,
    page.h1,
    page.description,
    page.content_hash,
    page.simhash,
    page.words,
    page.latency,
    page.fetched_at,
    page.hreflang_links,
    page.hreflang_sum,
    page.cluster
FROM known
INNER JOIN states AS entry
    ON known.url_key = entry.url_key AND known.is_entry_known = entry.is_now
LEFT JOIN states AS page
    ON known.url_key = page.url_key AND known.is_page_known = page.is_now
WHERE entry.outcome IS NOT NULL

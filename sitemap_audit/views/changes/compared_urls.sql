/*
---
row: url
rests_on: others
---
One row per URL that a sitemap lists now or listed in the previous audit, with both states; none
without a previous audit. A URL that moved with its origin (moved_urls) is one row, `is_moved`.

`was_listed`, `is_listed`: a sitemap listed it; `is_in_both`: in both audits. `listing_unknown`: why
it is not known whether it was added or removed, as in compared_audits. `unknown_reason`: why the
page is not compared: in one of the audits it was not fetched, not checked or cached; or the URL
only redirected to the URL to which it moved. `have_content`: both audits got a page with content,
so that what it contains is compared; `are_html`: both got HTML. Other columns: as in url_states,
those of the previous audit with `previous_`.
*/
SELECT
    COALESCE(now.url, before.url) AS url,
    COALESCE(now.url_key, moved.url_key, before.url_key) AS url_key,
    before.url AS previous_url,
    before.url_key AS previous_key,
    moved.url_key IS NOT NULL AS is_moved,
    before.outcome IS NOT NULL AS was_listed,
    now.outcome IS NOT NULL AS is_listed,
    before.outcome IS NOT NULL AND now.outcome IS NOT NULL AS is_in_both,
    CASE
        WHEN before.outcome IS NULL THEN audits.previous_unread
        WHEN now.outcome IS NULL THEN audits.unread
    END AS listing_unknown,
    CASE
        WHEN now.page_id IS NULL THEN 'not-fetched'
        WHEN before.page_id IS NULL THEN 'not-fetched-before'
        WHEN now.is_cached THEN 'cached'
        WHEN before.is_cached THEN 'cached-before'
        WHEN now.unknown_reason IS NOT NULL THEN now.unknown_reason
        WHEN before.unknown_reason IS NOT NULL THEN CONCAT(before.unknown_reason, '-before')
        WHEN moved.url_key IS NOT NULL AND before.redirect_url = now.url THEN 'redirected-before'
    END AS unknown_reason,
    now.state = 'ok'
    AND before.state = 'ok'
    AND COALESCE(now.reasons, '') NOT LIKE '%empty%'
    AND COALESCE(before.reasons, '') NOT LIKE '%empty%' AS have_content,
    now.is_html AND before.is_html AS are_html,
    now.sitemap_url,
    before.sitemap_url AS previous_sitemap_url,
    now.lastmod,
    before.lastmod AS previous_lastmod,
    now.lastmod_at,
    before.lastmod_at AS previous_lastmod_at,
    now.lastmod_precision,
    before.lastmod_precision AS previous_lastmod_precision,
    now.status,
    before.status AS previous_status,
    now.error,
    before.error AS previous_error,
    now.state,
    before.state AS previous_state,
    now.redirect_url,
    before.redirect_url AS previous_redirect_url,
    now.robots,
    before.robots AS previous_robots,
    now.robots_rule,
    before.robots_rule AS previous_robots_rule,
    now.is_indexable,
    before.is_indexable AS previous_is_indexable,
    now.reasons,
    before.reasons AS previous_reasons,
    now.canonical,
    before.canonical AS previous_canonical,
    now.annotations_known,
    before.annotations_known AS previous_annotations_known,
    now.entry_known,
    before.entry_known AS previous_entry_known,
    now.title,
    before.title AS previous_title,
    now.h1,
    before.h1 AS previous_h1,
    now.description,
    before.description AS previous_description,
    now.content_hash,
    before.content_hash AS previous_content_hash,
    now.simhash,
    before.simhash AS previous_simhash,
    now.words,
    before.words AS previous_words,
    now.latency,
    before.latency AS previous_latency,
    now.hreflang_links,
    before.hreflang_links AS previous_hreflang_links,
    now.hreflang_sum,
    before.hreflang_sum AS previous_hreflang_sum,
    now.cluster,
    before.cluster AS previous_cluster,
    now.fetched_at,
    before.fetched_at AS previous_fetched_at
FROM previous_urls AS before
LEFT JOIN moved_urls AS moved ON before.url_key = moved.previous_key
LEFT JOIN moved_urls AS arrived ON before.url_key = arrived.url_key
FULL OUTER JOIN url_states AS now ON COALESCE(moved.url_key, before.url_key) = now.url_key
CROSS JOIN compared_audits AS audits
WHERE arrived.url_key IS NULL AND (now.outcome IS NOT NULL OR before.outcome IS NOT NULL)

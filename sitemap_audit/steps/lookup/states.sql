/*
One row per wanted URL, with what the audit knows of it.
*/
SELECT
    url,
    url_key,
    page_id IS NOT NULL AS is_fetched,
    outcome,
    status,
    error,
    state,
    redirect_url,
    is_indexable,
    reasons,
    unknown_reason,
    canonical,
    annotations_known,
    entry_known
FROM stored_url_states
WHERE url_key IN (SELECT wanted_urls.url_key FROM wanted_urls)

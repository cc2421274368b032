/*
One row per fault that only one audit has told, with what both know of its URLs.

`was_listed`, `is_listed`: whether its sitemap lists its URL here and there. `is_unrelated_there`: the
URL redirects to the related one, is canonicalized to it, or has it as an alternate, here and no more
there.
*/
WITH pairs_here AS (
    SELECT
        url,
        redirect_url AS target
    FROM pages_here
    UNION ALL
    SELECT
        url,
        canonical AS target
    FROM page_canonicals_here
    UNION ALL
    SELECT
        url,
        alternate AS target
    FROM page_alternates_here
    UNION ALL
    SELECT
        url,
        alternate AS target
    FROM entry_alternates_here
),

pairs_there AS (
    SELECT
        url,
        redirect_url AS target
    FROM pages_there
    UNION ALL
    SELECT
        url,
        canonical AS target
    FROM page_canonicals_there
    UNION ALL
    SELECT
        url,
        alternate AS target
    FROM page_alternates_there
    UNION ALL
    SELECT
        url,
        alternate AS target
    FROM entry_alternates_there
),

known_here AS (
    SELECT url FROM pages_here
    UNION ALL
    SELECT url FROM sitemaps_here
    UNION ALL
    SELECT url FROM robots_here
)

SELECT
    told.audit,
    told."check",
    told.url,
    told.related_url,
    told.sitemap_url,
    told.line,
    told.observed,
    told.finding_id,
    told.affected,
    told.told_with,
    told.severity,
    told.unknown_there,
    told.is_same_check,
    told.on_named,
    told.on_entry,
    told.is_rendered,
    told.is_medium,
    told.ends_with_entry,
    EXISTS(
        SELECT 1 FROM entries_here AS entry
        WHERE entry.url = told.url AND entry.sitemap_url = told.sitemap_url
    ) AS was_listed,
    EXISTS(
        SELECT 1 FROM entries_there AS entry
        WHERE entry.url = told.url AND entry.sitemap_url = told.sitemap_url
    ) AS is_listed,
    EXISTS(
        SELECT 1 FROM renders_there AS render
        WHERE render.url = told.url AND render.problem IS NULL
    ) AS was_rendered,
    EXISTS(
        SELECT 1 FROM pages_here AS page
        WHERE page.url = told.url AND page.cached_at IS NOT NULL
    ) AS is_cached,
    told.related_url IS NULL
    OR EXISTS (
        SELECT 1 FROM known_here AS known
        WHERE known.url = told.related_url)
        AS is_related_here,
    EXISTS (
        SELECT 1 FROM gone_pages AS gone
        WHERE gone.url = told.url
    )
    OR EXISTS (
        SELECT 1 FROM gone_pages AS gone
        WHERE gone.url = told.related_url
    ) AS is_gone,
    EXISTS (
        SELECT 1 FROM pairs_here AS pair
        WHERE pair.url = told.url AND pair.target = told.related_url
    )
    AND NOT EXISTS (
        SELECT 1 FROM pairs_there AS pair
        WHERE pair.url = told.url AND pair.target = told.related_url
    ) AS is_unrelated_there
FROM only_told AS told

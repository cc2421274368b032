/*
One row per entry of a sitemap, with what became of its loc.
*/
SELECT
    entries.sitemap_url,
    entries.position,
    entries.line,
    entries.kind,
    entries.loc,
    entries.url,
    entries.loc_problem,
    entries.repeated_parameter,
    entries.lastmod,
    DATE_TRUNC('second', entries.lastmod_at) AS lastmod_at_utc,
    entries.lastmod_precision,
    entries.lastmod_problem,
    entries.changefreq,
    entries.changefreq_problem,
    entries.priority,
    entries.priority_value,
    entries.priority_problem,
    entries.alternates,
    entries.images,
    entries.videos,
    entries.news,
    entries.lastmod_correction,
    ledger.outcome
FROM entries
LEFT JOIN ledger
    ON
        entries.kind = 'url'
        AND entries.sitemap_url = ledger.sitemap_url
        AND entries.position = ledger.position
ORDER BY entries.sitemap_url, entries.kind, entries.position

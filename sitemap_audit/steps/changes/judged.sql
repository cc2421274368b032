/*
One row per fault that only one audit has told. `is_known`: the other one can say that it is not
there: it ran the same check, and read what the finding names.

An entry that its sitemap, read to the end, does not list any more has no fault any more, and no page
is listed that cannot be indexed. What else the page has, it still has.
*/
SELECT
    placed.audit,
    placed."check",
    placed.severity,
    placed.url,
    placed.related_url,
    placed.sitemap_url,
    placed.line,
    placed.observed,
    placed.finding_id,
    placed.affected,
    placed.told_with,
    placed.unknown_there,
    placed.is_same_check,
    placed.on_named,
    placed.is_gone,
    placed.audit = 'before' AND placed.was_listed AND NOT placed.is_listed AS was_removed,
    placed.is_same_check
    AND NOT placed.is_cached
    AND NOT COALESCE(placed.is_medium, TRUE)
    AND (placed.on_named OR placed.unknown_there = 0)
    AND (
        (
            placed.audit = 'before'
            AND placed.ends_with_entry
            AND placed.was_listed
            AND NOT placed.is_listed
            AND of_sitemap.url IS NOT NULL
        )
        OR (
            (NOT placed.is_rendered OR placed.was_rendered)
            AND (
                placed.url IS NOT NULL
                OR placed.sitemap_url IS NOT NULL
                OR placed.unknown_there = 0
            )
            AND (placed.sitemap_url IS NULL OR of_sitemap.url IS NOT NULL)
            AND (NOT placed.was_listed OR placed.is_listed)
            AND (placed.url IS NULL OR placed.on_entry OR of_url.url IS NOT NULL)
            AND (
                placed.related_url IS NULL
                OR of_related.url IS NOT NULL
                OR placed.is_unrelated_there
            )
            -- Of a target that was not requested, another check tells once it is.
            AND placed.is_related_here
        )
    ) AS is_known
FROM placed_here AS placed
LEFT JOIN read_there AS of_url ON placed.url = of_url.url
LEFT JOIN read_there AS of_sitemap ON placed.sitemap_url = of_sitemap.url
LEFT JOIN read_there AS of_related ON placed.related_url = of_related.url

/*
One row per annotation in the sitemaps once entries and annotations have changed.
*/
SELECT
    link.sitemap_id,
    link.position,
    COALESCE(kept.final_url, link.url) AS url,
    COALESCE(changed.code, link.code, LOWER(link.hreflang)) AS code,
    CASE WHEN changed.number IS NULL THEN link.alternate ELSE changed.alternate END AS alternate
FROM entry_alternates AS link
INNER JOIN fix_files AS file ON link.sitemap_id = file.id
LEFT JOIN fix_kept AS kept
    ON
        link.sitemap_id = kept.sitemap_id
        AND link.position = kept.position
        AND kept.kind = 'url'
        AND kept.alternates > 0
LEFT JOIN fix_changed_links AS changed
    ON
        link.sitemap_id = changed.sitemap_id
        AND link.position = changed.position
        AND link.number = changed.number
WHERE
    kept."action" IS DISTINCT FROM 'remove'
    AND (changed.number IS NULL OR changed."new" IS NOT NULL)

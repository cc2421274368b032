/*
One row per entry of a URL that several entries list. `is_kept`: the entry to keep: the first with
the URL in its normal form, else the first.
*/
SELECT
    entries.sitemap_id,
    entries.position,
    entries.url_key,
    ROW_NUMBER() OVER (
        PARTITION BY entries.url_key
        ORDER BY
            CASE WHEN entries.loc = entries.url THEN 0 ELSE 1 END,
            entries.sitemap_url,
            entries.position,
            entries.sitemap_id
    ) = 1 AS is_kept
FROM entries
INNER JOIN listed ON entries.url_key = listed.url_key
WHERE entries.kind = 'url' AND listed.entries > 1

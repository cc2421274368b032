/*
---
row: entry
rests_on: named
---
One row per entry whose `<loc>` is written in another way than the normal form of its URL: what to
do with it. `action`: remove (another entry of the URL stays, see repeated_entries) | replace (with
`wanted`, the normal form); NULL if the page has a fault: what to do with the entry depends on that.
`fix`: the same in words.
*/
WITH misspelled AS (
    SELECT
        entries.sitemap_id,
        entries.kind,
        entries.position,
        entries.url,
        CASE
            WHEN places.place > 1 THEN 'remove'
            WHEN page.fault IS NULL THEN 'replace'
        END AS action
    FROM entries
    LEFT JOIN repeated_entries AS places
        ON
            entries.sitemap_id = places.sitemap_id
            AND entries.position = places.position
            AND entries.kind = 'url'
    LEFT JOIN indexability AS page ON entries.url_key = page.url_key AND entries.kind = 'url'
    WHERE entries.url IS NOT NULL AND entries.loc <> entries.url
)

SELECT
    sitemap_id,
    kind,
    position,
    CASE action
        WHEN 'remove' THEN CONCAT('Remove from the sitemap; ', url, ' is listed')
        WHEN 'replace' THEN CONCAT('Replace with ', url)
        ELSE CONCAT('Write it as ', url, ' if it stays in the sitemap')
    END AS fix,
    action,
    CASE action WHEN 'replace' THEN url END AS wanted
FROM misspelled

/*
---
row: url
rests_on: named
---
One row per listed URL and another URL that can replace it: the end of its redirect chain, the
target of its refresh or script redirect, its canonical, and the canonical of the final page, where
the canonical is the better URL (canonical_choices).

`fix`: what to do with the entry; NULL if the other URL is not known to be indexable. A page with a
wrong canonical counts as indexable. The other URL is to be listed if it is on the
host of the listed URL or of the sitemap; `www.` is ignored. `action`: replace (the URL with
`wanted`, which is indexable and not listed) | remove; NULL if neither is safe.
*/
WITH leads AS (
    SELECT
        url_key,
        final_key AS target_key
    FROM redirect_chains
    UNION
    SELECT
        chain.url_key,
        final.canonical_key AS target_key
    FROM redirect_chains AS chain
    INNER JOIN canonical_choices AS final
        ON chain.final_key = final.url_key AND final.better = 'canonical'
    UNION
    SELECT
        url_key,
        refresh_key AS target_key
    FROM pages
    UNION
    SELECT
        url_key,
        canonical_key AS target_key
    FROM canonical_choices
    WHERE better = 'canonical'
    UNION
    SELECT
        url_key,
        COALESCE(redirect_key, address_key) AS target_key
    FROM rendered_pages
),

judged AS (
    SELECT
        leads.url_key,
        leads.target_key,
        target.served_url AS target,
        CASE
            WHEN NOT COALESCE(target.is_indexable, FALSE) AND wrong.url_key IS NULL THEN NULL
            WHEN target.listed AND target.is_indexable THEN 'listed'
            WHEN target.listed THEN 'listed, to be mended'
            WHEN
                REGEXP_REPLACE(target.host, '^www[.]', '') NOT IN (
                    REGEXP_REPLACE(SPLIT_PART(listed.url, '/', 3), '^www[.]', ''),
                    REGEXP_REPLACE(SPLIT_PART(listed.sitemap_url, '/', 3), '^www[.]', '')
                )
                THEN 'elsewhere'
            WHEN target.is_indexable THEN 'list'
            ELSE 'list, to be mended'
        END AS verdict
    FROM leads
    INNER JOIN listed ON leads.url_key = listed.url_key
    INNER JOIN indexability AS target ON leads.target_key = target.url_key
    LEFT JOIN canonical_choices AS wrong
        ON
            CASE WHEN target.fault = 'canonicalised' THEN target.url_key END = wrong.url_key
            AND wrong.better = 'page'
    WHERE leads.target_key <> leads.url_key
)

SELECT
    url_key,
    target_key,
    CASE verdict
        WHEN 'listed' THEN CONCAT('Remove from the sitemap; ', target, ' is listed')
        WHEN 'listed, to be mended' THEN CONCAT('Remove from the sitemap; ', target, ' is listed')
        WHEN 'elsewhere' THEN 'Remove from the sitemap'
        WHEN 'list' THEN CONCAT('Replace with ', target)
        WHEN 'list, to be mended'
            THEN CONCAT('Replace with ', target, ', and set its canonical to itself')
    END AS fix,
    CASE
        WHEN verdict = 'list' THEN 'replace'
        WHEN verdict IN ('listed', 'elsewhere') THEN 'remove'
    END AS action,
    CASE WHEN verdict = 'list' THEN target END AS wanted
FROM judged

/*
---
row: url
rests_on: others
---
One row per URL of a link crawl (`--crawl`) that an internal link leads to: whether a listed
indexable URL is to be linked instead. Homepages are left out, because they are linked by their
shortest URL; so are URLs that were not fetched, if none like them is listed.

`kind`: redirect (it redirects permanently to the listed URL) | missing (it returns 404 or 410, and
differs from the listed URL only by a common slip: slash, protocol, www, case, order of the
parameters) | variant (it returns content or was not checked, and differs only by such a slip) |
duplicate (its canonical is the listed URL, and it is no form of a list) | other.
`is_canonicalized`: it has another URL as canonical. `unknown_reason`: why it was not checked.
`listed_url`: the listed indexable URL that is to be linked instead.
*/
WITH wanted AS (
    SELECT
        listed.url_near_key,
        MIN(listed.url) AS url,
        MIN(listed.url_key) AS url_key
    FROM listed
    INNER JOIN listed_pages AS page ON listed.url_key = page.url_key
    WHERE page.is_indexable
    GROUP BY listed.url_near_key
    HAVING COUNT(*) = 1
)

SELECT
    targets.url,
    targets.url_key,
    CASE
        WHEN final.url IS NOT NULL THEN 'redirect'
        WHEN page.state = 'redirect' THEN 'other'
        WHEN main.url <> COALESCE(wanted.url, '')
            THEN CASE WHEN list_variants.url_key IS NULL THEN 'duplicate' ELSE 'other' END
        WHEN wanted.url IS NULL THEN 'other'
        WHEN page.status IN (404, 410) THEN 'missing'
        WHEN page.fault IS NULL OR main.url = wanted.url THEN 'variant'
        ELSE 'other'
    END AS kind,
    COALESCE(final.url, main.url, wanted.url) AS listed_url,
    page.status,
    COALESCE(page.fault = 'canonicalised', FALSE) AS is_canonicalized,
    CASE
        WHEN page.page_id IS NULL THEN 'not-fetched'
        WHEN page.fault IS NULL THEN page.unknown_reason
    END AS unknown_reason
FROM unlisted_links AS targets
LEFT JOIN indexability AS page ON targets.url_key = page.url_key
LEFT JOIN redirect_chains AS chain
    ON targets.url_key = chain.url_key AND chain.outcome = 'ok' AND NOT chain.has_temporary
LEFT JOIN listed_pages AS final
    ON chain.final_key = final.url_key AND final.is_indexable
LEFT JOIN canonical_choices AS choice
    ON targets.url_key = choice.url_key AND choice.better <> 'page'
LEFT JOIN listed_pages AS main
    ON
        choice.canonical_key = main.url_key
        AND page.fault = 'canonicalised'
        AND main.is_indexable
LEFT JOIN list_variants ON targets.url_key = list_variants.url_key
LEFT JOIN wanted ON targets.url_near_key = wanted.url_near_key
WHERE page.page_id IS NOT NULL OR wanted.url IS NOT NULL
UNION ALL
SELECT DISTINCT
    listed.url,
    listed.url_key,
    'other' AS kind,
    CAST(NULL AS VARCHAR) AS listed_url,
    page.status,
    COALESCE(page.fault = 'canonicalised', FALSE) AS is_canonicalized,
    CASE
        WHEN page.page_id IS NULL THEN 'not-fetched'
        WHEN page.fault IS NULL THEN page.unknown_reason
    END AS unknown_reason
FROM link_targets AS target
INNER JOIN listed ON target.url_key = listed.url_key
LEFT JOIN indexability AS page ON target.url_key = page.url_key
WHERE NOT REGEXP_MATCHES(target.url, '^https?://[^/]+/$')

/*
One row per candidate: whether this audit saw the page, fetched now, 200 and indexable, and else why
it is not added.

Not added are pages behind a login, in a possible URL trap, with a listed or another unlisted
variant, or with the text of another one; but languages of one page may have the same text.
*/
WITH near AS (
    SELECT url_near_key FROM fix_states
    WHERE sitemap_url IS NOT NULL
),

refused AS (
    SELECT url FROM fix_findings
    WHERE way = 'leave'
),

trapped AS (
    SELECT target.url FROM link_targets AS target
    WHERE
        target.trap_pattern IN (
            SELECT trap.trap_pattern FROM link_targets AS trap
            WHERE trap.trap IS NOT NULL
        )
),

seen AS (
    SELECT
        candidate.url,
        candidate."check",
        state.url_near_key,
        state.page_id,
        CASE
            WHEN pages.words >= 20 AND candidate."check" NOT LIKE 'hreflang/%'
                THEN pages.text_hash
        END AS text_hash,
        CASE
            WHEN
                state.page_id IS NULL
                OR state.status <> 200
                OR state.error IS NOT NULL
                OR NOT COALESCE(state.is_indexable, FALSE)
                OR COALESCE(state.is_cached, FALSE)
                OR state.sitemap_url IS NOT NULL
                THEN 'not-confirmed'
            WHEN
                candidate.url IN (
                    SELECT refused.url FROM refused
                    WHERE refused.url IS NOT NULL
                )
                THEN 'login'
            WHEN candidate.url IN (SELECT trapped.url FROM trapped) THEN 'url-trap'
            WHEN state.url_near_key IN (SELECT near.url_near_key FROM near) THEN 'listed-variant'
        END AS why_not
    FROM fix_candidates AS candidate
    LEFT JOIN fix_states AS state ON candidate.url = state.url
    LEFT JOIN pages ON state.page_id = pages.id
)

SELECT
    url,
    "check",
    page_id,
    COALESCE(
        why_not,
        CASE
            WHEN COUNT(*) OVER (PARTITION BY url_near_key) > 1 THEN 'variants'
            WHEN
                text_hash IS NOT NULL
                AND COUNT(*) OVER (PARTITION BY SPLIT_PART(url, '/', 3), text_hash) > 1
                THEN 'copies'
        END
    ) AS why_not
FROM seen

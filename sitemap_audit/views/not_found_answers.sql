/*
One row per host that was asked for an address that cannot exist: how it says "not found".
`twins`: listed pages that answered with the same main text, or nearly so; `pages`: listed pages that
answered with content. `is_shell`: most pages are twins of an answer 200, so that the text is a shell
that a script fills in, and says nothing of any of them.
*/
WITH probes AS (
    SELECT
        page_states.host,
        page_states.url,
        page_states.status,
        pages.text_hash,
        pages.simhash
    FROM page_states
    INNER JOIN pages ON page_states.page_id = pages.id
    WHERE page_states.role = 'probe' AND page_states.state <> 'unknown'
),

compared AS (
    SELECT
        probes.host,
        probes.url,
        probes.status,
        probes.text_hash,
        probes.simhash,
        SUM(
            CASE
                WHEN pages.text_hash = probes.text_hash THEN 1
                WHEN
                    BIT_COUNT((pages.simhash | probes.simhash) - (pages.simhash & probes.simhash))
                    <= 3
                    THEN 1
                ELSE 0
            END
        ) AS twins,
        COUNT(pages.id) AS pages
    FROM probes
    LEFT JOIN page_states
        ON
            probes.host = page_states.host
            AND page_states.listed
            AND page_states.state = 'ok'
    LEFT JOIN pages ON page_states.page_id = pages.id
    GROUP BY probes.host, probes.url, probes.status, probes.text_hash, probes.simhash
)

SELECT
    host,
    url,
    status,
    text_hash,
    simhash,
    twins,
    pages,
    COALESCE(status = 200, FALSE) AND 2 * twins > pages AS is_shell
FROM compared

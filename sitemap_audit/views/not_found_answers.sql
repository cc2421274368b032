/*
One row per host that was asked for an address that cannot exist: how it says "not found".
`twins`: listed pages that answered with the same main text, or nearly so; `pages`: listed pages that answered
with content. Where most pages are twins the text is a shell that a script fills in, and says
nothing of any of them.
*/
WITH probes AS (
    SELECT
        page_states.host,
        page_states.status,
        pages.text_hash,
        pages.simhash,
        pages.words
    FROM page_states
    INNER JOIN pages ON page_states.page_id = pages.id
    WHERE page_states.role = 'probe' AND page_states.state <> 'unknown'
)

SELECT
    probes.host,
    probes.status,
    probes.text_hash,
    probes.simhash,
    probes.words,
    SUM(
        CASE
            WHEN pages.text_hash = probes.text_hash THEN 1
            WHEN
                BIT_COUNT((pages.simhash | probes.simhash) - (pages.simhash & probes.simhash)) <= 3
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
GROUP BY probes.host, probes.status, probes.text_hash, probes.simhash, probes.words

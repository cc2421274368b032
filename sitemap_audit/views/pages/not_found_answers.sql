/*
---
row: host
rests_on: others
---
One row per host from which a URL that cannot exist was requested, with the response. `twins`:
listed pages with the same or nearly the same main text; `pages`: listed pages that returned
content. `is_shell`: the response is 200 and most pages are twins of it: the text is a template that
a script fills, and says nothing about a page.
*/
WITH probes AS (
    SELECT
        page_states.host,
        page_states.url,
        page_states.status,
        pages.text_hash,
        pages.simhash,
        pages.phrases_key
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
        probes.phrases_key,
        SUM(
            CASE
                WHEN pages.text_hash = probes.text_hash THEN 1
                WHEN
                    BIT_COUNT((pages.simhash | probes.simhash) - (pages.simhash & probes.simhash))
                    <= 3
                    AND COALESCE(
                        BIT_COUNT(
                            (pages.phrases_key | probes.phrases_key)
                            - (pages.phrases_key & probes.phrases_key)
                        ),
                        0
                    ) <= 20
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
    GROUP BY
        probes.host,
        probes.url,
        probes.status,
        probes.text_hash,
        probes.simhash,
        probes.phrases_key
)

SELECT
    host,
    url,
    status,
    text_hash,
    simhash,
    phrases_key,
    twins,
    pages,
    COALESCE(status = 200, FALSE) AND 2 * twins > pages AS is_shell
FROM compared

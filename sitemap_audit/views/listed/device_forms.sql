/*
---
row: url
rests_on: named
unread: annotations
---
One row per listed indexable page and its AMP or mobile alternate in the head or the headers.
`kind`: amphtml (`rel=amphtml`) | media (`rel=alternate` with `media`).

`form_state`, `form_status` and `form_error`: the response of the alternate; the state is unknown if
it was not fetched. `final_url`: the end of its redirects; NULL if that is not known to be a page.
`final_returns`: the canonical of the final page is the listed page. `leads_back`: the alternate
redirects to the listed page. `form_canonical`: the canonical of the alternate; `returns`: that is
the listed page, NULL if the alternate was not read. `canonicals`: how many canonicals the alternate
has.
*/
WITH links AS (
    SELECT
        page_id,
        form_key,
        kind,
        MIN(form) AS form,
        MIN(href) AS href
    FROM page_forms
    WHERE in_head AND form_key IS NOT NULL AND form_key <> url_key
    GROUP BY page_id, form_key, kind
)

SELECT
    page.url,
    page.url_key,
    page.sitemap_url,
    page.line,
    links.kind,
    links.form,
    links.form_key,
    links.href,
    COALESCE(target.state, 'unknown') AS form_state,
    target.status AS form_status,
    target.error AS form_error,
    CASE WHEN chain.outcome = 'ok' THEN chain.final_url END AS final_url,
    CASE WHEN chain.outcome = 'ok' THEN final_canonical.canonical_key = page.url_key END
        AS final_returns,
    COALESCE(chain.final_key = page.url_key, FALSE) AS leads_back,
    canonical.canonical AS form_canonical,
    CASE
        WHEN target.state = 'ok' AND target.annotations_known
            THEN COALESCE(canonical.canonical_key = page.url_key, FALSE)
    END AS returns,
    COALESCE(answers.canonicals, 0) AS canonicals
FROM links
INNER JOIN listed_pages AS page ON links.page_id = page.page_id AND page.stands
LEFT JOIN page_states AS target ON links.form_key = target.url_key
LEFT JOIN pages AS answers ON target.page_id = answers.id
LEFT JOIN redirect_chains AS chain ON links.form_key = chain.url_key
LEFT JOIN effective_canonicals AS final_canonical ON chain.final_key = final_canonical.url_key
LEFT JOIN effective_canonicals AS canonical ON links.form_key = canonical.url_key

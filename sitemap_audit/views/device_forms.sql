/*
One row per listed page that stands and a form for other devices that it names in its head or its
headers: `kind` is amphtml (`rel=amphtml`) or media (`rel=alternate` with `media`). `form_state`,
`form_status` and `form_error` are those of the form's answer; the state is unknown where it was not
fetched. `final_url`: where it redirects in the end, NULL where that is not known to be a page.
`final_returns`: the canonical of that page is the listed page. `leads_back`: it redirects to the
listed page. `form_canonical`: the form's own; `returns`: it is the listed page, NULL where the form
was not read. `canonicals`: how many the form has.
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

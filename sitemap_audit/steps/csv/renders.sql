/*
One row per page that a browser was to show, with the canonical that it then had.
*/
WITH named AS (
    SELECT
        page_id,
        MIN(canonical) AS canonical
    FROM rendered_canonicals
    GROUP BY page_id
)

SELECT
    renders.url,
    renders.pattern,
    renders.problem,
    renders.problem_detail,
    renders.status,
    renders.redirect_url,
    renders.address,
    renders.reloads,
    renders.is_settled,
    renders.meta_robots,
    renders.noindex,
    renders.nofollow,
    renders.noindex_source,
    renders.title,
    renders.h1,
    renders.lang,
    renders.head_ended_by,
    renders.canonicals,
    renders.alternates,
    renders.words,
    renders.text_hash,
    's' || CAST(renders.simhash AS VARCHAR) AS simhash,
    renders.links,
    renders.requests,
    renders.console_errors,
    renders.script_errors,
    renders.disallowed,
    renders.disallowed_url,
    renders.disallowed_rule,
    ROUND(renders.seconds, 3) AS seconds,
    DATE_TRUNC('second', renders.fetched_at) AS fetched_at_utc,
    named.canonical
FROM renders
LEFT JOIN named ON renders.page_id = named.page_id
ORDER BY renders.url

/*
One row per finding, with what it is grouped by, as causes/grouped reads it.

`cause_by`, `cause`: those of its own; the cause is NULL where it is the pattern of the URL.
Otherwise findings of several patterns can have one: by the `kind` of a redirect (`has_rule`), by
the languages of a template (`languages`: how many the listed URLs have), by `host`, an origin with
`host_urls` listed URLs. Consequences of other findings do not count for these (`is_counted`).
*/
WITH site AS (
    SELECT
        COUNT(DISTINCT NULLIF(REGEXP_EXTRACT(
            url,
            '^(https?://[^/]+)?/([A-Za-z]{2}([-_]([A-Za-z]{2}|[A-Za-z]{4}|[0-9]{3}))?)(/|$)',
            2
        ), '')) AS languages
    FROM listed
)

SELECT
    found.number,
    found."check",
    found.kind,
    found.url,
    found.sitemap_url,
    found.related_url,
    run.unit AS unit_of_check,
    listed_urls.url IS NULL AS is_unlisted,
    found.root_id IS NULL AS is_counted,
    COALESCE(roles.way = 'rule', FALSE) AS has_rule,
    origins.origin AS host,
    origins.urls AS host_urls,
    site.languages,
    CASE
        WHEN told.subject IS NOT NULL THEN 'diagnosis'
        WHEN locales.locales IS NOT NULL THEN 'locales'
        WHEN found.url IS NULL AND found.sitemap_url IS NULL THEN 'site'
        WHEN found.url IS NULL OR (roles.way = 'sitemap' AND found.sitemap_url IS NOT NULL)
            THEN 'sitemap'
        ELSE 'pattern'
    END AS cause_by,
    CASE
        WHEN told.subject IS NOT NULL THEN told.subject
        WHEN locales.locales IS NOT NULL THEN locales.locales
        WHEN found.url IS NULL THEN COALESCE(found.sitemap_url, 'the site')
        WHEN roles.way = 'sitemap' THEN found.sitemap_url
    END AS cause
FROM findings AS found
CROSS JOIN site
LEFT JOIN check_runs AS run ON found."check" = run."check"
LEFT JOIN check_roles AS roles ON found."check" = roles."check"
LEFT JOIN diagnoses AS told ON found.diagnosis_id = told.diagnosis_id
LEFT JOIN locales
    ON
        roles.way = 'locales'
        AND found.url = locales.url
        AND found.related_url = locales.alternate
LEFT JOIN listed AS listed_urls ON found.url = listed_urls.url
LEFT JOIN listed_by_origin AS origins
    ON CONCAT(SPLIT_PART(found.url, '/', 1), '//', SPLIT_PART(found.url, '/', 3)) = origins.origin

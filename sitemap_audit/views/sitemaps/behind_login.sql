/*
---
row: url
rests_on: others
---
One row per requested page or sitemap (`kind`) that only a login gives access to: it redirects to
one of the login_pages, by a meta refresh too, or returns a status code of a login (status_codes),
or the homepage is a login form there, or ends at one, and the sitemap is an HTML page, too. A
homepage that is a login form is included, other login pages are left out. `is_home`: the homepage
of the audit.
*/
WITH RECURSIVE fetched AS (
    SELECT
        'page' AS kind,
        pages.url,
        pages.url_key,
        COALESCE(pages.redirect_url, pages.refresh_url) AS target_url,
        COALESCE(pages.redirect_key, pages.refresh_key) AS target_key,
        pages.status,
        pages.role = 'home' AS is_home
    FROM pages
    WHERE pages.role <> 'probe'
    UNION ALL
    SELECT
        'sitemap' AS kind,
        sitemaps.url,
        sitemaps.url_key,
        sitemaps.redirect_url AS target_url,
        sitemaps.redirect_key AS target_key,
        sitemaps.status,
        FALSE AS is_home
    FROM sitemaps
    WHERE sitemaps.found_by <> 'list'
),

trail AS (
    SELECT
        kind,
        url,
        target_url,
        target_key,
        is_home,
        1 AS hops
    FROM fetched
    WHERE target_key IS NOT NULL
    UNION ALL
    SELECT
        trail.kind,
        trail.url,
        further.target_url,
        further.target_key,
        trail.is_home,
        trail.hops + 1 AS hops
    FROM trail
    INNER JOIN fetched AS further
        ON trail.kind = further.kind AND trail.target_key = further.url_key
    WHERE further.target_key IS NOT NULL AND trail.hops < 5
),

redirected AS (
    SELECT
        trail.kind,
        trail.url,
        trail.target_url,
        trail.is_home
    FROM trail
    INNER JOIN login_pages ON trail.target_url = login_pages.url
),

forms AS (
    SELECT fetched.url
    FROM fetched
    INNER JOIN login_pages ON fetched.url = login_pages.url
    WHERE fetched.is_home AND fetched.status = 200 AND login_pages.is_form
),

homes AS (
    SELECT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM forms
    UNION
    SELECT CONCAT(SPLIT_PART(target_url, '/', 1), '//', SPLIT_PART(target_url, '/', 3)) AS origin
    FROM redirected
    WHERE is_home
),

htmls AS (
    SELECT
        sitemaps.url,
        homes.origin
    FROM sitemaps
    INNER JOIN homes
        ON
            CONCAT(SPLIT_PART(sitemaps.url, '/', 1), '//', SPLIT_PART(sitemaps.url, '/', 3))
            = homes.origin
    WHERE sitemaps.kind = 'html'
)

SELECT
    fetched.kind,
    fetched.url,
    CONCAT(SPLIT_PART(fetched.url, '/', 1), '//', SPLIT_PART(fetched.url, '/', 3)) AS origin,
    BOOL_OR(fetched.is_home) AS is_home
FROM fetched
LEFT JOIN status_codes AS code ON fetched.status = code.status
LEFT JOIN redirected ON fetched.kind = redirected.kind AND fetched.url = redirected.url
LEFT JOIN htmls ON fetched.kind = 'sitemap' AND fetched.url = htmls.url
LEFT JOIN forms ON fetched.url = forms.url
LEFT JOIN login_pages ON fetched.url = login_pages.url
WHERE
    forms.url IS NOT NULL
    OR (
        login_pages.url IS NULL
        AND (code.meaning = 'login' OR redirected.url IS NOT NULL OR htmls.url IS NOT NULL)
    )
GROUP BY fetched.kind, fetched.url

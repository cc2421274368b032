/*
---
row: file
rests_on: others
---
One row per sitemap file that was read now or in the previous audit, with both states. Lists of URLs
are left out, and files that only a guess found in one of the audits and that were not requested in
the other.

`is_sitemap`, `was_sitemap`: it is a URL sitemap or a sitemap index; `form`: which of these, or HTML
page, empty file or other file; NULL without a response of 2xx. `observed`: what the file is now, in
words. `urls`: entries. `is_whole`, `was_whole`: read to its end. `previous_url`: its URL before its
origin moved. `unknown_reason`: why the two are not compared: one was not read, or its robots.txt or
sitemap index was not.
*/
WITH RECURSIVE guesses AS (
    SELECT
        url,
        redirect_url,
        0 AS hops
    FROM previous_sitemaps
    WHERE found_by = 'guess'
    UNION ALL
    SELECT
        target.url,
        target.redirect_url,
        guesses.hops + 1 AS hops
    FROM previous_sitemaps AS target
    INNER JOIN guesses ON target.url = guesses.redirect_url
    WHERE target.found_by = 'redirect' AND guesses.hops < 25
),

guessed AS (
    SELECT DISTINCT url FROM guesses
),

forms (kind, form) AS (
    VALUES
    ('sitemapindex', 'sitemap index'),
    ('html', 'HTML page'),
    ('empty', 'empty file'),
    ('unknown', 'other file'),
    ('urlset', 'sitemap'),
    ('text', 'sitemap'),
    ('rss-2.0', 'sitemap'),
    ('rss-1.0', 'sitemap'),
    ('atom-1.0', 'sitemap'),
    ('atom-0.3', 'sitemap')
),

now AS (
    SELECT
        file.url,
        file.state,
        file.redirect_url,
        file.entries,
        file.is_promised,
        file.state IN ('login', 'server-error', 'unreachable', 'refused', 'unknown') AS is_unread,
        forms.form,
        COALESCE(file.complete, FALSE) AS is_whole,
        CASE
            WHEN forms.form IS NOT NULL
                THEN CONCAT(UPPER(SUBSTRING(forms.form, 1, 1)), SUBSTRING(forms.form, 2))
            WHEN file.state = 'redirect'
                THEN CONCAT('Redirects', COALESCE(' to ' || file.redirect_url, ''))
            ELSE CONCAT('Returns ', CAST(file.status AS VARCHAR))
        END AS observed,
        file.found_by = 'redirect' AND source.url IS NOT NULL AS is_of_known_redirect
    FROM sitemap_states AS file
    LEFT JOIN forms ON file.kind = forms.kind AND file.state = 'ok'
    LEFT JOIN previous_sitemaps AS source ON file.found_in = source.url
    WHERE file.found_by <> 'list'
),

before AS (
    SELECT
        old.url AS previous_url,
        CASE
            WHEN same.url IS NOT NULL AND same.state <> 'redirect' THEN old.url
            ELSE
                COALESCE(
                    moved.origin || SUBSTRING(old.url, LENGTH(moved.previous_origin) + 1),
                    old.url
                )
        END AS url,
        old.entries,
        guessed.url IS NULL AS is_promised,
        (old.error IS NOT NULL AND COALESCE(old.status, 0) NOT BETWEEN 300 AND 399)
        OR COALESCE(code.meaning NOT IN ('content', 'redirect', 'missing', 'client-error'), TRUE)
            AS is_unread,
        forms.form,
        COALESCE(old.complete, FALSE) AS was_whole
    FROM previous_sitemaps AS old
    LEFT JOIN status_codes AS code ON old.status = code.status
    LEFT JOIN forms
        ON old.kind = forms.kind AND old.status BETWEEN 200 AND 299 AND old.error IS NULL
    LEFT JOIN guessed ON old.url = guessed.url
    LEFT JOIN now AS same ON old.url = same.url
    LEFT JOIN moved_origins AS moved
        ON
            CONCAT(SPLIT_PART(old.url, '/', 1), '//', SPLIT_PART(old.url, '/', 3))
            = moved.previous_origin
    WHERE old.found_by <> 'list'
)

SELECT
    COALESCE(now.url, before.url) AS url,
    before.previous_url,
    now.form,
    before.form AS previous_form,
    COALESCE(now.form IN ('sitemap', 'sitemap index'), FALSE) AS is_sitemap,
    COALESCE(before.form IN ('sitemap', 'sitemap index'), FALSE) AS was_sitemap,
    COALESCE(now.is_of_known_redirect, FALSE) AS is_of_known_redirect,
    now.entries AS urls,
    before.entries AS previous_urls,
    COALESCE(now.is_whole, FALSE) AS is_whole,
    COALESCE(before.was_whole, FALSE) AS was_whole,
    COALESCE(now.observed, 'Not in robots.txt or a sitemap index') AS observed,
    CASE
        WHEN now.url IS NULL THEN audits.unread
        WHEN now.is_unread THEN 'sitemap-not-read'
        WHEN before.url IS NULL THEN audits.previous_unread
        WHEN before.is_unread THEN 'sitemap-not-read-before'
    END AS unknown_reason
FROM now
FULL OUTER JOIN before ON now.url = before.url
CROSS JOIN compared_audits AS audits
WHERE
    (now.form IN ('sitemap', 'sitemap index') OR before.form IN ('sitemap', 'sitemap index'))
    AND (now.url IS NOT NULL OR before.is_promised)
    AND (before.url IS NOT NULL OR now.is_promised)

/*
---
row: url
rests_on: others
---
One row per URL to which a page or sitemap redirects, or that was requested as a page, and that is a
login page: by its URL (a path or host that says login, SSO or OAuth, or the /password of Shopify),
or because it shows a password field and at most 60 words of main text (`is_form`). Query strings do not count: the same
form has the URL that was requested in them.
*/
WITH forms AS (
    SELECT DISTINCT SPLIT_PART(url, '?', 1) AS place
    FROM pages
    WHERE asks_password AND words <= 60
),

urls AS (
    SELECT
        url,
        FALSE AS is_target
    FROM pages
    UNION
    SELECT
        redirect_url AS url,
        TRUE AS is_target
    FROM pages
    WHERE redirect_url IS NOT NULL
    UNION
    SELECT
        refresh_url AS url,
        TRUE AS is_target
    FROM pages
    WHERE refresh_url IS NOT NULL
    UNION
    SELECT
        redirect_url AS url,
        TRUE AS is_target
    FROM sitemaps
    WHERE redirect_url IS NOT NULL
)

SELECT
    urls.url,
    MAX(CASE WHEN forms.place IS NULL THEN 0 ELSE 1 END) = 1 AS is_form
FROM urls
LEFT JOIN forms ON SPLIT_PART(urls.url, '?', 1) = forms.place
WHERE
    forms.place IS NOT NULL
    OR (
        urls.is_target
        AND REGEXP_MATCHES(
            LOWER(SPLIT_PART(urls.url, '?', 1)),
            '^https?://(login|signin|sso|auth|accounts|idp)[.]'
            || '|/(log|sign)[-_]?(in|on)([/.]|$)'
            || '|/(anmelden|anmeldung|connexion|inloggen|wp-login|adfs|saml2?|sso|oauth2?)([/.]|$)'
            || '|/openid-connect/auth$|^https?://[^/]+/password$'
        )
    )
GROUP BY urls.url

/*
---
row: url
rests_on: named
unread: redirects
---
One row per listed URL that redirects, with the first entry that lists it and the end of its
redirect chain.

`difference`: between the URL and the final URL, if that was fetched: http-to-https | https-to-http
| www | trailing-slash | case | escapes (percent-encoding) | encoding (Unicode form) |
empty-query | query-lost | several (more than one common slip) | home (the
homepage of the final host) | site (another registrable domain) | page. `leads_to_login`: the final
page is little more than a form with a password field; or it is one of the login_pages and there is
a second sign (a password field, at most 60 words, noindex, a parameter with the return URL, or
three listed URLs that redirect there), unless it was not checked. It does not apply if the listed
URL looks like a login page itself. `final_read`: the HTML of the final page was read. `fix`,
`action`, `wanted`: as in replacements; an entry that redirects to a login page or the homepage is
to be removed.
*/
-- What URLs with the same near form may write in several ways: as one character or as a letter
-- with a mark (U+0300 to U+036F), too.
WITH escapes AS (
    SELECT
        '%[0-9A-F]{2}|[!$()*,:;@'']' AS each_one,
        '[A-Za-z]?%C[CD]%[89AB][0-9A-F]|%[0-9A-F]{2}|[!$()*,:;@'']' AS composed
),

arrivals AS (
    SELECT
        final_key,
        COUNT(*) AS urls
    FROM redirect_chains
    WHERE listed
    GROUP BY final_key
),

ends AS (
    SELECT
        chain.url,
        chain.url_key,
        first.url_near_key,
        final.url_near_key AS final_near_key,
        SPLIT_PART(chain.url, '://', 2) AS rest,
        SPLIT_PART(final.url, '://', 2) AS final_rest,
        chain.final_key = chain.url_key AND chain.outcome <> 'loop' AS is_same,
        POSITION('%' IN CONCAT(page.first_requested, page.requested)) > 0 AS has_escapes,
        final.fault AS final_fault,
        final.is_indexable,
        COALESCE(final.annotations_known, FALSE) AS final_read,
        final.canonical AS final_canonical,
        COALESCE(page.asks_password AND page.words <= 60, FALSE) AS is_form,
        COALESCE(page.asks_password OR page.words <= 60 OR page.noindex, FALSE)
        OR REGEXP_EXTRACT(chain.final_url, '[?].*=') <> ''
        OR arrivals.urls >= 3
        OR chain.outcome <> 'ok' AS has_second_sign,
        REGEXP_MATCHES(
            LOWER(SPLIT_PART(chain.url, '?', 1)),
            '/(log-?in|sign-?in|anmelden|connexion|inloggen|wp-login.php)(/|$)'
        ) AS is_named,
        login_pages.url IS NOT NULL AS final_is_named
    FROM redirect_chains AS chain
    INNER JOIN page_states AS first ON chain.url_key = first.url_key
    LEFT JOIN indexability AS final ON chain.final_key = final.url_key
    LEFT JOIN pages AS page ON final.page_id = page.id
    LEFT JOIN arrivals ON chain.final_key = arrivals.final_key
    LEFT JOIN login_pages ON chain.final_url = login_pages.url
    WHERE chain.listed
),

judged AS (
    SELECT
        ends.url_key,
        ends.is_form
        OR COALESCE(ends.final_is_named AND ends.has_second_sign, FALSE) AS ends_at_login,
        CASE
            WHEN ends.is_same AND ends.has_escapes THEN 'escapes'
            WHEN ends.is_same THEN 'empty-query'
            WHEN ends.final_near_key IS NULL THEN NULL
            WHEN chain.first_site <> chain.final_site THEN 'site'
            WHEN ends.rest = ends.final_rest AND chain.url LIKE 'http:%' THEN 'http-to-https'
            WHEN ends.rest = ends.final_rest THEN 'https-to-http'
            WHEN ends.url_near_key = ends.final_near_key
                THEN
                    CASE
                        WHEN SPLIT_PART(chain.url, ':', 1) <> SPLIT_PART(chain.final_url, ':', 1)
                            THEN 'several'
                        WHEN
                            REGEXP_REPLACE(ends.rest, '^www[.]', '')
                            = REGEXP_REPLACE(ends.final_rest, '^www[.]', '')
                            THEN 'www'
                        WHEN LOWER(ends.rest) = LOWER(ends.final_rest) THEN 'case'
                        WHEN
                            SPLIT_PART(ends.rest, '?', 2) = SPLIT_PART(ends.final_rest, '?', 2)
                            AND RTRIM(SPLIT_PART(ends.rest, '?', 1), '/')
                            = RTRIM(SPLIT_PART(ends.final_rest, '?', 1), '/')
                            THEN 'trailing-slash'
                        WHEN
                            REGEXP_REPLACE(ends.rest, escapes.each_one, '', 'g')
                            = REGEXP_REPLACE(ends.final_rest, escapes.each_one, '', 'g')
                            THEN 'escapes'
                        WHEN
                            REGEXP_REPLACE(ends.rest, escapes.composed, '', 'g')
                            = REGEXP_REPLACE(ends.final_rest, escapes.composed, '', 'g')
                            THEN 'encoding'
                        ELSE 'several'
                    END
            WHEN SPLIT_PART(ends.rest, '?', 1) = ends.final_rest THEN 'query-lost'
            WHEN
                SPLIT_PART(SPLIT_PART(ends.final_rest, '?', 1), '/', 2) = ''
                AND SPLIT_PART(SPLIT_PART(ends.rest, '?', 1), '/', 2) <> ''
                THEN 'home'
            ELSE 'page'
        END AS difference
    FROM ends
    INNER JOIN redirect_chains AS chain ON ends.url_key = chain.url_key
    CROSS JOIN escapes
)

SELECT
    chain.url,
    chain.url_key,
    listed.loc,
    listed.sitemap_url,
    listed.line,
    chain.outcome,
    chain.statuses,
    chain.final_url,
    chain.final_key,
    ends.final_fault,
    ends.final_read,
    ends.final_canonical,
    judged.difference,
    judged.ends_at_login AND NOT ends.is_named AS leads_to_login,
    CASE
        WHEN chain.outcome <> 'ok' THEN NULL
        WHEN judged.ends_at_login OR judged.difference = 'home' THEN 'Remove from the sitemap'
        WHEN judged.difference = 'site' THEN COALESCE(replacements.fix, 'Remove from the sitemap')
        WHEN ends.is_same AND ends.is_indexable
            THEN CONCAT('Replace with ', chain.final_url, ', or remove the redirect rule')
        ELSE replacements.fix
    END AS fix,
    CASE
        WHEN chain.outcome <> 'ok' THEN NULL
        WHEN judged.ends_at_login OR judged.difference = 'home' THEN 'remove'
        WHEN judged.difference = 'site' THEN COALESCE(replacements.action, 'remove')
        WHEN ends.is_same AND ends.is_indexable THEN 'replace'
        ELSE replacements.action
    END AS action,
    CASE
        WHEN chain.outcome <> 'ok' OR judged.ends_at_login OR judged.difference = 'home' THEN NULL
        WHEN ends.is_same AND ends.is_indexable THEN chain.final_url
        ELSE replacements.wanted
    END AS wanted
FROM ends
INNER JOIN judged ON ends.url_key = judged.url_key
INNER JOIN redirect_chains AS chain ON ends.url_key = chain.url_key
INNER JOIN listed ON ends.url_key = listed.url_key
LEFT JOIN replacements
    ON chain.url_key = replacements.url_key AND chain.final_key = replacements.target_key

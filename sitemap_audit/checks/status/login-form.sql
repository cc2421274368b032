/*
---
severity: notice
keeps_out: pages
cause: shows only a login form
confidence: medium
basis: inferred
engines: [google, bing]
fix: leave
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters:
  max_words: 60
  titles: '^(please )?(log ?in|log-in|sign ?in|sign-in|login required|members only|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|accedi|inloggen|entrar|ログイン|登录|войти)( |$|[-–|:,.!])'
  log_in: '/(log-?in|sign-?in|anmelden|connexion|inloggen|wp-login.php)(/|$)'
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Page in sitemap is only a login form

## What it finds

An indexable listed page with at most 60 (`max_words`) words of main text that asks for a login. Its
main text contains a password field; or its title or first heading says "log in", and two or more
listed pages have the same main text. A page whose path says login is not reported, nor is a form in
the header, footer or navigation.

## Why it matters

Search engines do not log in. They index the form instead of the content; because it is the same for
each such URL, Google treats the pages as duplicates or soft 404.

## How to fix it

Make the content readable without an account, or remove the URL in the sitemap generator. For
content that stays private, return 401 or redirect to the login page; the setting is usually in the
membership or shop plugin.

## Example

### A login form; a shop page with a small form

`entries`

| loc |
|---|
| https://example.com/members |
| https://example.com/shop |
| https://example.com/login |

`pages`

| url | asks_password | words |
|---|---|---|
| https://example.com/members | true | 12 |
| https://example.com/shop | true | 400 |
| https://example.com/login | true | 12 |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/members | https://example.com/sitemap.xml | Password field; 12 words | Content readable without login | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/members |

### Two pages titled "Sign in", without a form

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/guide |
| https://example.com/alone |

`pages`

| url | title | words | text_hash |
|---|---|---|---|
| https://example.com/a | Sign in - Club | 12 | t |
| https://example.com/b | Sign in - Club | 12 | t |
| https://example.com/guide | Log in to your router: a guide | 50 | u |
| https://example.com/alone | Members only | 12 | v |

finds:

| url | sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | Title: Sign in - Club; same text on 2 pages | Content readable without login | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | Title: Sign in - Club; same text on 2 pages | Content readable without login | Remove from the sitemap | https://example.com/sitemap.xml | remove | loc | https://example.com/b |
*/
WITH texts AS (
    SELECT
        id,
        text_hash,
        CASE
            WHEN asks_password
                THEN CONCAT(
                    'Password field; ', words, CASE words WHEN 1 THEN ' word' ELSE ' words' END
                )
        END AS form,
        CASE
            WHEN REGEXP_EXTRACT(LOWER(title), $titles) <> '' THEN CONCAT('Title: ', title)
            WHEN REGEXP_EXTRACT(LOWER(h1), $titles) <> '' THEN CONCAT('Heading: ', h1)
        END AS says
    FROM pages
    WHERE
        parsed
        AND words <= $max_words
        AND REGEXP_EXTRACT(LOWER(SPLIT_PART(url, '?', 1)), $log_in) = ''
),

found AS (
    SELECT
        listed_pages.url,
        listed_pages.loc,
        listed_pages.sitemap_url,
        listed_pages.line,
        COALESCE(
            texts.form,
            texts.says || '; same text on ' || CAST(same_texts.pages AS VARCHAR) || ' pages'
        ) AS observed
    FROM listed_pages
    INNER JOIN texts ON listed_pages.page_id = texts.id
    LEFT JOIN same_texts
        ON listed_pages.host = same_texts.host AND texts.text_hash = same_texts.text_hash
    WHERE listed_pages.stands
)

SELECT
    url,
    sitemap_url,
    line,
    observed,
    'Content readable without login' AS expected,
    'Remove from the sitemap' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    loc AS "from"
FROM found
WHERE observed IS NOT NULL

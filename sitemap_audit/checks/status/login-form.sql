/*
---
severity: notice
keeps_out: pages
confidence: medium
basis: inferred
engines: [google, bing]
aliases: [login-form]
needs: [entries, pages]
over: listed_pages
when: "(stands AND is_html) OR state = 'unknown'"
unknown: "NOT annotations_known"
parameters:
  max_words: 60
  log_in: '/(log-?in|sign-?in|anmelden|connexion|inloggen|wp-login.php)(/|$)'
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
since: 0.1.0
---
# Listed page that is only a form to log in

## What it finds

A listed HTML page that answers with success and whose main text has a field for a password and at
most 60 words. A page whose address says that one logs in there is left alone, and so is a form in a
header, a footer or a navigation.

## Why it matters

What search engines see is the form, the same for each such address: they have no account. Pages
that say the same are folded into one, or taken for a soft 404.

## How to fix it

Let everybody read what is to be found, or take the URL out of the sitemap. Answer with 401, or
redirect to the log-in page, where there is nothing to read without an account.

## Example

### Members only, and a shop with a small form

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
| https://example.com/members | https://example.com/sitemap.xml | a field for a password, and words: 12 | a page that everybody can read | take it out | https://example.com/sitemap.xml | remove | loc | https://example.com/members |
*/
WITH found AS (
    SELECT
        id,
        CONCAT('a field for a password, and words: ', words) AS observed
    FROM pages
    WHERE
        asks_password
        AND words <= $max_words
        AND REGEXP_EXTRACT(LOWER(SPLIT_PART(url, '?', 1)), $log_in) = ''
)

SELECT
    listed_pages.url,
    listed_pages.sitemap_url,
    listed_pages.line,
    found.observed,
    'a page that everybody can read' AS expected,
    'take it out' AS fix,
    listed_pages.sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    listed_pages.loc AS "from"
FROM listed_pages
INNER JOIN found ON listed_pages.page_id = found.id
WHERE listed_pages.stands

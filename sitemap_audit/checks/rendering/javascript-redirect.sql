/*
---
severity: notice
confidence: high
basis: documented
engines: [google]
aliases: [redirect-javascript]
known_as:
  Screaming Frog: ["Response Codes: Internal Redirection (JavaScript)"]
needs: [entries, pages, renders]
over: rendered_pages
when: "TRUE"
unknown: "NOT is_known"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/javascript/javascript-seo-basics
since: 0.1.0
---
# Listed URL that leads on by script

## What it finds

A listed page that answers with content, and whose scripts lead to another address as soon as they
run, by loading it or by showing it in the address bar. What only differs in its fragment is left
alone, and so is a refresh, which is another check's.

## Why it matters

Google follows a script's redirect once it has rendered the page, and may index the target instead;
whoever does not run scripts stays.

## How to fix it

Redirect by status (301 or 308) and list the target.

## Example

### Loaded, and only shown

`entries`

| loc |
|---|
| https://example.com/old |
| https://example.com/route |
| https://example.com/plain |

`pages`

| url | role |
|---|---|
| https://example.com/old | listed |
| https://example.com/route | listed |
| https://example.com/plain | listed |
| https://example.com/new | canonical |
| https://example.com/en/route | alternate |

`renders`

| url | redirect_url | address |
|---|---|---|
| https://example.com/old | https://example.com/new | |
| https://example.com/route | | https://example.com/en/route |
| https://example.com/plain | | https://example.com/plain |

finds:

| url | sitemap_url | related_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | https://example.com/new | a script leads to https://example.com/new | status 301 or 308 | Replace with https://example.com/new | https://example.com/sitemap.xml | replace | loc | https://example.com/old | https://example.com/new |
| https://example.com/route | https://example.com/sitemap.xml | https://example.com/en/route | a script shows the address https://example.com/en/route | status 301 or 308 | Replace with https://example.com/en/route | https://example.com/sitemap.xml | replace | loc | https://example.com/route | https://example.com/en/route |

### A refresh, and a page that could not be rendered

`entries`

| loc |
|---|
| https://example.com/refresh |
| https://example.com/failed |

`pages`

| url | refresh | refresh_source | refresh_url |
|---|---|---|---|
| https://example.com/refresh | 0; url=/new | meta | https://example.com/new |

`renders`

| url | redirect_url | problem |
|---|---|---|
| https://example.com/refresh | https://example.com/new | |
| https://example.com/failed | | browser-lost |

finds:

nothing
*/
WITH led AS (
    SELECT
        url,
        url_key,
        sitemap_url,
        line,
        COALESCE(redirect_url, address) AS target,
        COALESCE(redirect_key, address_key) AS target_key,
        CASE
            WHEN redirect_url IS NULL THEN 'a script shows the address '
            ELSE 'a script leads to '
        END AS how
    FROM rendered_pages
    WHERE is_known AND NOT COALESCE(redirect_key = refresh_key, FALSE)
)

SELECT
    led.url,
    led.sitemap_url,
    led.target AS related_url,
    led.line,
    CONCAT(led.how, led.target) AS observed,
    'status 301 or 308' AS expected,
    replacements.fix,
    CASE WHEN replacements.action IS NOT NULL THEN led.sitemap_url END AS change_url,
    replacements.action,
    'loc' AS place,
    listed.loc AS "from",
    replacements.wanted AS "to"
FROM led
INNER JOIN listed ON led.url_key = listed.url_key
LEFT JOIN replacements
    ON led.url_key = replacements.url_key AND led.target_key = replacements.target_key
WHERE led.target_key <> led.url_key

/*
---
severity: warning
cause: differs for Googlebot's user agent
confidence: medium
basis: inferred
engines: [google]
needs: [bot_answers, pages, page_canonicals, entries, sitemaps, robots]
over: googlebot_pages_compared
unknown: is_refused OR is_unstable
see:
  - https://developers.google.com/search/docs/essentials/spam-policies#cloaking
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
since: 0.1.0
---
# Page differs for Googlebot's user agent

## What it finds

A listed page that returns 200 to the audit, and to Googlebot's user agent another status code,
another robots directive (`noindex` or not), another Content-Type, another canonical, or, if it is
not HTML, another body. Redirects for Googlebot are followed to see whether they are a loop. Only
the pages of the option `compare_user_agent` are requested twice; those that are not HTML once more
with the audit's user agent, and bodies that differ there, too, are not checked.

Not checked are responses that bot protection may give to a request that does not come from Google's
IP addresses: 401, 403, 406, 429, a server error, a challenge, no response, or one response for
several pages of the host.

## Why it matters

Google indexes the response that Googlebot gets. A `noindex` or a 404 only for Googlebot removes the
page from the index, although browsers show it. Google's spam policies call different content for
crawlers cloaking.

## How to fix it

Check the page with URL Inspection in Search Console, which shows what Googlebot gets. Then remove
the user-agent rules from the CDN, the prerender service, the server or the CMS plugins.

## Example

### noindex, 404 and a redirect only for Googlebot

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |
| https://example.com/d |

`pages`

| url | title |
|---|---|
| https://example.com/a | 1 |
| https://example.com/b | 2 |
| https://example.com/c | 3 |
| https://example.com/d | 4 |

`bot_answers`

| url | status | redirect_url | noindex | title |
|---|---|---|---|---|
| https://example.com/a | 200 | | true | 1 |
| https://example.com/b | 404 | | | |
| https://example.com/c | 301 | https://example.com/m/c | | |
| https://example.com/d | 200 | | false | 4 |

finds:

| url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/a | noindex for Googlebot's user agent | No noindex, as for other user agents | Remove the user-agent rule from the CDN, server or CMS plugin | robots |
| https://example.com/b | Returns 404 for Googlebot's user agent | 200, as for other user agents | Remove the user-agent rule from the CDN, server or CMS plugin | status |
| https://example.com/c | Redirects to https://example.com/m/c (301) for Googlebot's user agent | 200, as for other user agents | Remove the user-agent rule from the CDN, server or CMS plugin | status |

### Not checked: 403 for a fake Googlebot

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url |
|---|
| https://example.com/a |

`bot_answers`

| url | status |
|---|---|
| https://example.com/a | 403 |

finds:

nothing
*/
SELECT
    url,
    CONCAT(
        CASE
            WHEN differs_in_status AND is_loop
                THEN CONCAT('Redirect loop (', status, ' to ', redirect_url, ')')
            WHEN differs_in_status AND redirect_url IS NOT NULL
                THEN CONCAT('Redirects to ', redirect_url, ' (', status, ')')
            WHEN differs_in_status THEN CONCAT('Returns ', status)
            WHEN differs_in_robots AND noindex THEN 'noindex'
            WHEN differs_in_robots THEN 'No noindex'
            WHEN differs_in_type THEN CONCAT('Content-Type: ', content_type)
            WHEN differs_in_body AND NOT differs_in_canonical THEN 'Another body'
            WHEN canonical IS NULL THEN 'No canonical'
            ELSE CONCAT('Canonical: ', canonical)
        END,
        ' for Googlebot''s user agent'
    ) AS observed,
    CONCAT(
        CASE
            WHEN differs_in_status THEN CAST(own_status AS VARCHAR)
            WHEN differs_in_robots AND own_noindex THEN 'noindex'
            WHEN differs_in_robots THEN 'No noindex'
            WHEN differs_in_type THEN CONCAT('Content-Type: ', own_type)
            WHEN differs_in_body AND NOT differs_in_canonical THEN 'The same body'
            WHEN own_canonical IS NULL THEN 'No canonical'
            ELSE CONCAT('Canonical: ', own_canonical)
        END,
        ', as for other user agents'
    ) AS expected,
    'Remove the user-agent rule from the CDN, server or CMS plugin' AS fix,
    CASE
        WHEN differs_in_status THEN 'status'
        WHEN differs_in_robots THEN 'robots'
        WHEN differs_in_type THEN 'type'
        WHEN differs_in_canonical THEN 'canonical'
        ELSE 'body'
    END AS kind
FROM googlebot_pages_compared
WHERE
    differs_in_status
    OR differs_in_robots
    OR differs_in_type
    OR differs_in_canonical
    OR differs_in_body

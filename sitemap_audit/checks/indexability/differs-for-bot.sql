/*
---
severity: warning
cause: differs for a bot's user agent
confidence: medium
basis: inferred
engines: [google]
known_as:
  squirrelscan: ["cloaking"]
needs: [bot_answers, pages, page_canonicals, entries, sitemaps, robots]
over: bot_answers_compared
when: outcome <> 'disallowed'
unknown: outcome IN ('refuses-bot', 'refused', 'failed', 'changes')
see:
  - https://developers.google.com/search/docs/essentials/spam-policies#cloaking
  - https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag
  - https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
since: 0.1.0
---
# Page differs for a bot's user agent

## What it finds

A listed page that returns 200 to the audit, and to a bot's user agent another status code, another
robots directive (`noindex` or not), another Content-Type, another canonical, less than half of the
main text, or, if it is not HTML, another body. Redirects for the bot are followed to see whether
they are a loop. Only the pages and bots of the options `--as` and `--compare-user-agent` are
requested again. Where something differs, the page is requested once more with the audit's user
agent: what differs there, too, is not checked.

Not checked are responses that bot protection may give to a request that does not come from the
bot's IP addresses: 401, 402, 403, 406, 429, a server error, a challenge, no response, an error that
names the bot, or one response for several pages of the host.

## Why it matters

A search engine or AI product uses the response that its bot gets. A `noindex` or a 404 only for
Googlebot removes the page from Google's index, although browsers show it. Google's spam policies
call different content for crawlers cloaking. More text for a bot is not reported: the page may be
rendered for bots.

## How to fix it

Check the page as the bot gets it: for Googlebot with URL Inspection in Search Console, for others
in the access logs. Then remove the user-agent rules from the CDN, the prerender service, the server
or the CMS plugins.

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
| https://example.com/a | noindex for the user agent of Googlebot | No noindex, as for other user agents | Remove the user-agent rule from the CDN, server or CMS plugin | robots |
| https://example.com/b | Returns 404 for the user agent of Googlebot | 200, as for other user agents | Remove the user-agent rule from the CDN, server or CMS plugin | status |
| https://example.com/c | Redirects to https://example.com/m/c (301) for the user agent of Googlebot | 200, as for other user agents | Remove the user-agent rule from the CDN, server or CMS plugin | status |

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
WITH told AS (
    SELECT
        url,
        bot,
        CASE
            WHEN difference = 'status' AND is_loop
                THEN CONCAT('Redirect loop (', status, ' to ', redirect_url, ')')
            WHEN difference = 'status' AND redirect_url IS NOT NULL
                THEN CONCAT('Redirects to ', redirect_url, ' (', status, ')')
            WHEN difference = 'status' THEN CONCAT('Returns ', status)
            WHEN difference = 'robots' AND noindex THEN 'noindex'
            WHEN difference = 'robots' THEN 'No noindex'
            WHEN difference = 'type' THEN CONCAT('Content-Type: ', content_type)
            WHEN difference = 'canonical' AND canonical IS NULL THEN 'No canonical'
            WHEN difference = 'canonical' THEN CONCAT('Canonical: ', canonical)
            WHEN difference = 'body' THEN 'Another body'
            ELSE CONCAT('Main text of ', FORMAT_NUMBER(words, 0), ' words')
        END AS response,
        CASE
            WHEN difference = 'status' THEN CAST(own_status AS VARCHAR)
            WHEN difference = 'robots' AND own_noindex THEN 'noindex'
            WHEN difference = 'robots' THEN 'No noindex'
            WHEN difference = 'type' THEN CONCAT('Content-Type: ', own_type)
            WHEN difference = 'canonical' AND own_canonical IS NULL THEN 'No canonical'
            WHEN difference = 'canonical' THEN CONCAT('Canonical: ', own_canonical)
            WHEN difference = 'body' THEN 'The same body'
            ELSE CONCAT(FORMAT_NUMBER(own_words, 0), ' words')
        END AS own_response,
        difference AS kind
    FROM bot_answers_compared
    WHERE outcome = 'differs'
)

SELECT
    url,
    CONCAT(
        response, ' for the user agent of ', STRING_AGG(bot, ', ' ORDER BY bot)
    ) AS observed,
    CONCAT(own_response, ', as for other user agents') AS expected,
    'Remove the user-agent rule from the CDN, server or CMS plugin' AS fix,
    kind
FROM told
GROUP BY url, response, own_response, kind

/*
---
severity: warning
cause: "{host} refuses bots that its robots.txt allows"
confidence: medium
basis: inferred
engines: [google, bing]
known_as:
  squirrelscan: ["agent-blocking"]
needs: [bot_answers, pages, page_canonicals, entries, sitemaps, robots]
over: bot_answers_compared
when: robots = 'allowed' AND own_status = 200
unknown: outcome IN ('refused', 'failed')
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-15.5.3
  - https://developers.cloudflare.com/ai-crawl-control/features/pay-per-crawl/what-is-pay-per-crawl/
  - https://developers.cloudflare.com/changelog/2025-08-27-ai-crawl-control-launch/
since: 0.1.0
---
# Bot allowed by robots.txt is refused

## What it finds

A host that returns 402 to the user agent of a bot, or another 4xx with the bot's name in the body,
for pages that robots.txt allows to this bot, and that the audit gets with 200 in the same minute.
Only the pages and bots of the options `--as` and `--compare-user-agent` are requested.

Other refusals (403, 429, a challenge) are not checked for certain: the host may verify the bot's IP
address, which only the real bot has. So it is where the body speaks of a fake bot, of verification
or of an IP address.

## Why it matters

The robots.txt says what the site wants; the CDN or firewall does something else. The bot keeps
requesting pages that it never gets, and a product that you want to be in leaves the site out.
Cloudflare returns 402 or 403 to AI crawlers that its rules block or charge, whatever robots.txt
says.

## How to fix it

Decide whether the bot may read the site. If so, allow it in the bot rules of the CDN or firewall
(Cloudflare: AI Crawl Control). If not, disallow it in robots.txt, too.

## Example

### 402 for one bot, and 403 that names another one

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | title |
|---|---|
| https://example.com/a | a |
| https://example.com/b | b |

`bot_answers`

| url | bot | is_own | status | bot_named |
|---|---|---|---|---|
| https://example.com/a | GPTBot | false | 402 | |
| https://example.com/a | GPTBot | true | 200 | |
| https://example.com/b | GPTBot | false | 402 | |
| https://example.com/b | GPTBot | true | 200 | |
| https://example.com/a | CCBot | false | 403 | CCBot is not allowed here |
| https://example.com/a | CCBot | true | 200 | |

finds:

| url | observed | expected | fix | kind |
|---|---|---|---|---|
| https://example.com/robots.txt | Allowed; 403 for CCBot (1 page, such as https://example.com/a: "CCBot is not allowed here"); 402 for GPTBot (2 pages, such as https://example.com/a) | The same in robots.txt and at the CDN or firewall | Allow the bots in the CDN or firewall, or disallow them in robots.txt | CCBot, GPTBot |

### Not checked: the host may verify the bot's IP address

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/c |

`pages`

| url | title |
|---|---|
| https://example.com/a | a |
| https://example.com/b | b |
| https://example.com/c | c |

`bot_answers`

| url | bot | is_own | status | bot_named | robots | error |
|---|---|---|---|---|---|---|
| https://example.com/a | GPTBot | false | 403 | | allowed | |
| https://example.com/a | GPTBot | true | 200 | | allowed | |
| https://example.com/b | GPTBot | false | 403 | Fake GPTBot blocked | allowed | |
| https://example.com/b | GPTBot | true | 200 | | allowed | |
| https://example.com/c | GPTBot | false | | | disallowed | disallowed |

finds:

nothing
*/
WITH refusals AS (
    SELECT
        bot,
        status,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
        COUNT(*) AS pages,
        MIN(url) AS example,
        MIN(bot_named) AS named
    FROM bot_answers_compared
    WHERE outcome = 'refuses-bot'
    GROUP BY bot, status, SPLIT_PART(url, '/', 1), SPLIT_PART(url, '/', 3)
),

told AS (
    SELECT
        origin,
        bot,
        CONCAT(
            status, ' for ', bot, ' (', FORMAT_NUMBER(pages, 0),
            CASE WHEN pages = 1 THEN ' page' ELSE ' pages' END,
            ', such as ', example,
            CASE WHEN named IS NULL THEN '' ELSE CONCAT(': "', named, '"') END,
            ')'
        ) AS refusal
    FROM refusals
),

refused_bots AS (
    SELECT
        origin,
        COUNT(*) AS bots,
        MIN(bot) AS first_bot,
        STRING_AGG(bot, ', ' ORDER BY bot) AS all_bots
    FROM (
        SELECT DISTINCT
            origin,
            bot
        FROM refusals
    ) AS refused
    GROUP BY origin
),

found AS (
    SELECT
        origin,
        STRING_AGG(refusal, '; ' ORDER BY bot, refusal) AS all_refusals
    FROM told
    GROUP BY origin
)

SELECT
    CONCAT(found.origin, '/robots.txt') AS url,
    CONCAT('Allowed; ', found.all_refusals) AS observed,
    'The same in robots.txt and at the CDN or firewall' AS expected,
    'Allow the bots in the CDN or firewall, or disallow them in robots.txt' AS fix,
    CASE
        WHEN refused_bots.bots <= 3 THEN refused_bots.all_bots
        ELSE
            CONCAT(
                refused_bots.first_bot, ' and ', FORMAT_NUMBER(refused_bots.bots - 1, 0), ' others'
            )
    END AS kind
FROM found
INNER JOIN refused_bots ON found.origin = refused_bots.origin

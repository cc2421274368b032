/*
---
severity: notice
cause: The robots.txt of {host} grants a use of pages that it disallows
confidence: high
basis: documented
engines: [protocol]
known_as:
  squirrelscan: ["content-signals"]
needs: [robots, robots_lines]
over: robots
when: policy = 'rules'
see:
  - https://contentsignals.org/
  - https://developers.cloudflare.com/bots/additional-configurations/managed-robots-txt/
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.2
since: 0.1.0
---
# Content-Signal grants a use of disallowed pages

## What it finds

A `Content-Signal` line with `search=yes`, `ai-input=yes` or `ai-train=yes` in a group of robots.txt
that disallows everything: `Disallow: /`, and no `Allow`. A signal for other bots than those of the
group is not compared: it may be meant so.

## Why it matters

`Content-Signal` says what a crawler may do with the pages that it has read. `Disallow` says that it
may not read them. A crawler that obeys both never makes use of the permission. One of the lines is
not what the site wants.

## How to fix it

If the bots of the group may use the content, remove `Disallow: /` from it. If not, write `no`, or
remove the signal.

## Example

### All bots are blocked, and may use everything

`robots`

| origin |
|---|
| https://example.com |

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 1 | user-agent | * |
| https://example.com | 2 | content-signal | search=yes, ai-train=no |
| https://example.com | 3 | disallow | / |
| https://example.com | 4 | user-agent | GPTBot |
| https://example.com | 5 | content-signal | ai-train = yes |
| https://example.com | 6 | allow | / |
| https://example.com | 7 | user-agent | CCBot |
| https://example.com | 8 | content-signal | ai-train=no |
| https://example.com | 9 | disallow | / |

finds:

| url | line | observed | expected | fix | kind |
|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | Content-Signal: search=yes, ai-train=no, and in line 3 Disallow: / for User-agent: * | No permission for pages that the same bots may not fetch | Remove Disallow: / from the group, or the signals with yes | User-agent: * |

### Another group of the same bot allows a part

`robots`

| origin |
|---|
| https://example.com |

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 1 | user-agent | GPTBot |
| https://example.com | 2 | content-signal | ai-input=yes |
| https://example.com | 3 | disallow | / |
| https://example.com | 4 | user-agent | gptbot |
| https://example.com | 5 | allow | /blog/ |

finds:

nothing
*/
WITH lines AS (
    SELECT
        robots_lines.origin,
        robots_lines.number,
        robots_lines.field,
        robots_lines.value,
        LOWER(REPLACE(robots_lines.value, ' ', '')) AS plain,
        CASE
            WHEN
                robots_lines.field = 'user-agent'
                AND LAG(robots_lines.field, 1, '') OVER (
                    PARTITION BY robots_lines.origin ORDER BY robots_lines.number
                ) <> 'user-agent'
                THEN 1
            ELSE 0
        END AS starts
    FROM robots_lines
    INNER JOIN robots ON robots_lines.origin = robots.origin
    WHERE
        robots.policy = 'rules'
        AND robots_lines."offset" < 512000
        AND robots_lines.problem IS NULL
        AND robots_lines.field IN ('user-agent', 'allow', 'disallow', 'content-signal')
),

placed AS (
    SELECT
        origin,
        number,
        field,
        value,
        plain,
        SUM(starts) OVER (PARTITION BY origin ORDER BY number) AS group_number
    FROM lines
),

agents AS (
    SELECT
        origin,
        group_number,
        plain AS agent,
        MIN(value) AS agent_written
    FROM placed
    WHERE field = 'user-agent'
    GROUP BY origin, group_number, plain
),

allowed AS (
    SELECT DISTINCT
        agents.origin,
        agents.agent
    FROM placed
    INNER JOIN agents
        ON placed.origin = agents.origin AND placed.group_number = agents.group_number
    WHERE placed.field = 'allow' AND placed.plain <> ''
),

blocked AS (
    SELECT
        placed.origin,
        placed.group_number,
        MIN(placed.number) AS line,
        MIN(placed.value) AS value
    FROM placed
    WHERE placed.field = 'disallow' AND placed.plain IN ('/', '/*', '*')
    GROUP BY placed.origin, placed.group_number
),

contradictions AS (
    SELECT
        signals.origin,
        signals.number,
        signals.value AS signal,
        blocked.line,
        blocked.value AS path,
        COUNT(*) AS bots,
        MIN(agents.agent_written) AS first_bot,
        STRING_AGG(agents.agent_written, ', ' ORDER BY agents.agent_written) AS all_bots
    FROM placed AS signals
    INNER JOIN blocked
        ON signals.origin = blocked.origin AND signals.group_number = blocked.group_number
    INNER JOIN agents
        ON signals.origin = agents.origin AND signals.group_number = agents.group_number
    LEFT JOIN allowed ON agents.origin = allowed.origin AND agents.agent = allowed.agent
    WHERE
        signals.field = 'content-signal'
        AND (
            signals.plain LIKE '%search=yes%'
            OR signals.plain LIKE '%ai-input=yes%'
            OR signals.plain LIKE '%ai-train=yes%'
        )
        AND allowed.agent IS NULL
    GROUP BY signals.origin, signals.number, signals.value, blocked.line, blocked.value
)

SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CONCAT(
        'Content-Signal: ', LEFT(signal, 200), ', and in line ', line, ' Disallow: ', path,
        ' for User-agent: ', LEFT(all_bots, 2000)
    ) AS observed,
    'No permission for pages that the same bots may not fetch' AS expected,
    CONCAT('Remove Disallow: ', path, ' from the group, or the signals with yes') AS fix,
    CONCAT(
        'User-agent: ',
        CASE
            WHEN bots <= 3 THEN LEFT(all_bots, 100)
            ELSE CONCAT(LEFT(first_bot, 40), ' and ', FORMAT_NUMBER(bots - 1, 0), ' others')
        END
    ) AS kind
FROM contradictions

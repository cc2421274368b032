/*
---
severity: warning
cause: has other rules than before
confidence: high
basis: advisory
engines: [google, bing, yandex]
known_as:
  Ahrefs: ["Robots.txt changed"]
needs: [robots, robots_lines, previous]
over: compared_robots
unknown: "unknown_reason IS NOT NULL"
parameters: {max_lines: 10}
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.2.0
---
# robots.txt rules changed

## What it finds

The lines of a robots.txt changed since the previous audit, without comments and `Sitemap` lines.
Added lines begin with +, removed lines with -; each is followed by the first user agent of its
group. At most 10 (`max_lines`) of each are shown. The same lines in another order are no change,
because their order has no effect. If the file was not read in one of the audits (5xx, 429, 401, 403
or no response), it is not checked.

## Why it matters

One line of robots.txt can block a whole site. It is often replaced by the file of a staging server
in a deployment.

## How to fix it

Compare the lines with what was intended. `change/robots-disallowed` reports the URLs in the
sitemaps that are blocked now.

## Example

### A new rule

`robots_lines`

| origin | field | value |
|---|---|---|
| https://example.com | user-agent | * |
| https://example.com | disallow | /cart |
| https://example.com | disallow | /shop |

`previous_robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 1 | user-agent | * |
| https://example.com | 2 | disallow | /cart |
| https://example.com | 3 | allow | /cart/help |

`previous_robots`

| origin |
|---|
| https://example.com |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/robots.txt | + Disallow: /shop (*) | - Allow: /cart/help (*) | Restore the previous lines, if the change was not intended |
*/
WITH lines AS (
    SELECT
        'now' AS side,
        line.origin,
        line.number,
        line.field,
        line.value
    FROM robots_lines AS line
    INNER JOIN compared_robots AS file ON line.origin = file.origin
    WHERE
        COALESCE(line.field, '') <> 'sitemap'
        AND file.unknown_reason IS NULL
        AND file.rules_hash IS DISTINCT FROM file.previous_rules_hash
        AND file.rules_hash IS NOT NULL
    UNION ALL
    SELECT
        'before' AS side,
        line.origin,
        line.number,
        line.field,
        line.value
    FROM previous_robots_lines AS line
    INNER JOIN compared_robots AS file ON line.origin = file.origin
    WHERE
        COALESCE(line.field, '') <> 'sitemap'
        AND file.unknown_reason IS NULL
        AND file.rules_hash IS DISTINCT FROM file.previous_rules_hash
        AND file.previous_rules_hash IS NOT NULL
),

-- A group begins with a user agent that does not follow another one.
in_order AS (
    SELECT
        side,
        origin,
        number,
        field,
        value,
        LAG(field) OVER (PARTITION BY side, origin ORDER BY number) AS field_above
    FROM lines
),

grouped AS (
    SELECT
        side,
        origin,
        number,
        field,
        value,
        MAX(
            CASE
                WHEN field = 'user-agent' AND COALESCE(field_above, '') <> 'user-agent' THEN number
            END
        ) OVER (
            PARTITION BY side, origin
            ORDER BY number
            ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
        ) AS group_line
    FROM in_order
),

written AS (
    SELECT
        grouped.side,
        grouped.origin,
        grouped.number,
        CASE
            WHEN grouped.field = 'user-agent' THEN CONCAT('User-agent: ', grouped.value)
            ELSE
                CONCAT(
                    COALESCE(
                        UPPER(SUBSTRING(grouped.field, 1, 1))
                        || SUBSTRING(grouped.field, 2)
                        || CASE WHEN grouped.value = '' THEN ':' ELSE ': ' END,
                        ''
                    ),
                    grouped.value,
                    COALESCE(' (' || head.value || ')', '')
                )
        END AS line
    FROM grouped
    LEFT JOIN lines AS head
        ON
            grouped.side = head.side
            AND grouped.origin = head.origin
            AND grouped.group_line = head.number
),

differing AS (
    SELECT
        origin,
        line,
        CASE
            WHEN
                COUNT(CASE WHEN side = 'now' THEN 1 END)
                > COUNT(CASE WHEN side = 'before' THEN 1 END)
                THEN 'now'
            ELSE 'before'
        END AS side,
        MIN(number) AS number
    FROM written
    GROUP BY origin, line
    HAVING
        COUNT(CASE WHEN side = 'now' THEN 1 END) <> COUNT(CASE WHEN side = 'before' THEN 1 END)
),

ranked AS (
    SELECT
        origin,
        line,
        side,
        ROW_NUMBER() OVER (PARTITION BY origin, side ORDER BY number, line) AS place
    FROM differing
),

told AS (
    SELECT
        origin,
        COUNT(CASE WHEN side = 'now' THEN 1 END) - $max_lines AS more_added,
        COUNT(CASE WHEN side = 'before' THEN 1 END) - $max_lines AS more_removed,
        STRING_AGG(
            CASE WHEN side = 'now' AND place <= $max_lines THEN CONCAT('+ ', line) END,
            '; ' ORDER BY place
        ) AS added_lines,
        STRING_AGG(
            CASE WHEN side = 'before' AND place <= $max_lines THEN CONCAT('- ', line) END,
            '; ' ORDER BY place
        ) AS removed_lines
    FROM ranked
    GROUP BY origin
)

SELECT
    file.url,
    CASE
        WHEN file.rules_hash IS NULL
            THEN CONCAT('Returns ', CAST(file.status AS VARCHAR), ': no rules')
        ELSE
            CONCAT(
                COALESCE(told.added_lines, 'No line added'),
                CASE
                    WHEN told.more_added > 0
                        THEN CONCAT('; and ', FORMAT_NUMBER(told.more_added, 0), ' more')
                    ELSE ''
                END
            )
    END AS observed,
    CASE
        WHEN file.previous_rules_hash IS NULL
            THEN CONCAT('Returned ', CAST(file.previous_status AS VARCHAR), ': no rules')
        ELSE
            CONCAT(
                COALESCE(told.removed_lines, 'No line removed'),
                CASE
                    WHEN told.more_removed > 0
                        THEN CONCAT('; and ', FORMAT_NUMBER(told.more_removed, 0), ' more')
                    ELSE ''
                END
            )
    END AS expected,
    'Restore the previous lines, if the change was not intended' AS fix
FROM told
INNER JOIN compared_robots AS file ON told.origin = file.origin

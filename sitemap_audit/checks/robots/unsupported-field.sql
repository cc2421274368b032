/*
---
severity: notice
cause: The robots.txt of {host} has a field that Google does not support
confidence: high
basis: documented
engines: [google]
known_as:
  ContentKing: ["robots.txt: no crawl-delay"]
needs: [robots_lines]
over: robots_lines
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://blogs.bing.com/webmaster/2009/08/10/crawl-delay-and-the-bing-crawler-msnbot
  - https://yandex.com/support/webmaster/en/robot-workings/clean-param
  - https://yandex.com/support/webmaster/en/robot-workings/crawl-delay
  - https://o-seznam.cz/napoveda/vyhledavani/en/crawling-control
  - https://github.com/google/robotstxt/blob/master/reporting_robots.cc
since: 0.1.0
---
# robots.txt field not supported by Google

## What it finds

A robots.txt line has a field that some search engines support or once supported, and Google does
not: `crawl-delay`, `host`, `clean-param`, `noindex`, `nofollow`, `noarchive`, `request-rate`,
`visit-time`, `cache-delay`, `domain`, `revisit-after`. A line in a group that applies to other bots
only is not reported, and no line that is not for search engines: `License` (RSL), `Content-Signal`,
`Content-Usage`, `Schemamap` and others.

## Why it matters

Google ignores the line; `noindex` in robots.txt does not keep a page out of its index. Bing
supports `crawl-delay`. Yandex supports `clean-param`, and has ignored `crawl-delay` and `host` since
2018. Seznam supports `request-rate`.

## How to fix it

Remove the line from robots.txt if it is meant for Google. To keep pages out of the index, use
`noindex` in the robots meta tag (in WordPress: the page's settings in Yoast or Rank Math) or in the
`X-Robots-Tag` header. Keep `crawl-delay` for Bing, `clean-param` for Yandex and `request-rate` for
Seznam in groups for their bots.

## Example

### noindex has no effect

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 2 | noindex | /old/ | unsupported-field |
| 3 | disallow | /tmp/ | |
| 4 | crawl-delay | 10 | unsupported-field |
| 5 | clean-param | ref | unsupported-field |

finds:

| url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | noindex: /old/ | User-agent, Allow, Disallow or Sitemap | Remove the line; use a robots meta tag with noindex | https://example.com/robots.txt | remove | rule | noindex: /old/ |
| https://example.com/robots.txt | 4 | crawl-delay: 10 (Bing supports it, Google does not) | User-agent, Allow, Disallow or Sitemap | Remove the line, unless it is meant for Bing | | | | |
| https://example.com/robots.txt | 5 | clean-param: ref (Yandex supports it, Google does not) | User-agent, Allow, Disallow or Sitemap | Remove the line, unless it is meant for Yandex | | | | |

### A group for another bot, and one for all

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | user-agent | AhrefsBot | |
| 2 | user-agent | Pinterest | |
| 3 | crawl-delay | 10 | unsupported-field |
| 4 | user-agent | Bingbot | |
| 5 | user-agent | "*" | |
| 6 | disallow | /tmp/ | |
| 7 | crawl-delay | 5 | unsupported-field |

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 7 | crawl-delay: 5 (Bing supports it, Google does not) | User-agent, Allow, Disallow or Sitemap | Remove the line, unless it is meant for Bing |

### A field for Seznam

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 2 | request-rate | 10/1m | unsupported-field |

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 2 | request-rate: 10/1m (Seznam supports it, Google does not) | User-agent, Allow, Disallow or Sitemap | Remove the line, unless it is meant for Seznam |

### Not reported here: supported fields, and an unknown one

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | user-agent | "*" | |
| 2 | allow | /a | |
| 3 | dsallow | /b | unknown-field |

finds:

nothing
*/
WITH lines AS (
    SELECT
        origin,
        number,
        field,
        value,
        problem,
        field = 'user-agent'
        AND LAG(field, 1, '') OVER (PARTITION BY origin ORDER BY number) <> 'user-agent'
            AS begins_group
    FROM robots_lines
    WHERE field <> 'sitemap'
),

grouped AS (
    SELECT
        origin,
        number,
        field,
        value,
        problem,
        SUM(CASE WHEN begins_group THEN 1 ELSE 0 END)
            OVER (PARTITION BY origin ORDER BY number) AS group_number
    FROM lines
),

for_others AS (
    SELECT
        origin,
        group_number
    FROM grouped
    WHERE field = 'user-agent'
    GROUP BY origin, group_number
    HAVING SUM(CASE WHEN value = '*' OR LOWER(value) LIKE '%google%' THEN 1 ELSE 0 END) = 0
)

SELECT
    CONCAT(grouped.origin, '/robots.txt') AS url,
    grouped.number AS line,
    CONCAT(
        grouped.field, ': ', grouped.value,
        CASE grouped.field
            WHEN 'crawl-delay' THEN ' (Bing supports it, Google does not)'
            WHEN 'clean-param' THEN ' (Yandex supports it, Google does not)'
            WHEN 'request-rate' THEN ' (Seznam supports it, Google does not)'
            ELSE ''
        END
    ) AS observed,
    'User-agent, Allow, Disallow or Sitemap' AS expected,
    CASE
        WHEN grouped.field = 'crawl-delay' THEN 'Remove the line, unless it is meant for Bing'
        WHEN grouped.field = 'clean-param' THEN 'Remove the line, unless it is meant for Yandex'
        WHEN grouped.field = 'request-rate' THEN 'Remove the line, unless it is meant for Seznam'
        WHEN grouped.field IN ('noindex', 'nofollow', 'noarchive')
            THEN
                CONCAT('Remove the line; use a robots meta tag with ', grouped.field)
        ELSE 'Remove the line'
    END AS fix,
    CASE
        WHEN grouped.field NOT IN ('crawl-delay', 'clean-param', 'request-rate')
            THEN CONCAT(grouped.origin, '/robots.txt')
    END AS change_url,
    'remove' AS action,
    'rule' AS place,
    CONCAT(grouped.field, ': ', grouped.value) AS "from"
FROM grouped
LEFT JOIN for_others
    ON grouped.origin = for_others.origin AND grouped.group_number = for_others.group_number
WHERE
    grouped.problem = 'unsupported-field'
    AND grouped.origin IN (SELECT site_origins.origin FROM site_origins)
    AND (for_others.origin IS NULL OR grouped.field IN ('host', 'clean-param'))

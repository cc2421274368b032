/*
---
severity: warning
cause: The robots.txt of {host} exceeds 500 KiB
confidence: high
basis: documented
engines: [google]
needs: [robots, robots_lines]
over: robots
when: "policy = 'rules' AND origin IN (SELECT site_origins.origin FROM site_origins)"
parameters: {max_bytes: 512000}
see:
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/controlling-robot/robots-txt
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.5
since: 0.1.0
---
# robots.txt exceeds 500 KiB

## What it finds

`/robots.txt` is larger than 512,000 bytes (500 KiB). The line reported is the first one after this
limit.

## Why it matters

Google reads the first 500 KiB and ignores all rules and `Sitemap:` lines after them. Yandex treats
the site as open for crawling if robots.txt is larger than 500 KB.

## How to fix it

Shorten robots.txt: combine rules with wildcards and delete groups for bots that no longer exist.
Put the `Sitemap:` lines at the top. If a CMS or shop plugin writes a rule for each URL, replace
these rules with one for the folder.

## Example

### One byte over the limit

`robots`

| origin | bytes |
|---|---|
| https://example.com | 512001 |
| https://www.example.com | 512000 |

finds:

| url | observed | expected | fix |
|---|---|---|---|
| https://example.com/robots.txt | 512,001 bytes | At most 512,000 bytes | Shorten the file, with the Sitemap lines at the top |

### Rules and a Sitemap line after the limit

`robots`

| origin | bytes |
|---|---|
| https://example.com | 600000 |

`robots_lines`

| number | offset | field | value |
|---|---|---|---|
| 9000 | 511990 | disallow | /a |
| 9001 | 512003 | disallow | /b |
| 9003 | 512020 | allow | /c |
| 9004 | 512033 | sitemap | https://example.com/sitemap.xml |

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 9001 | 600,000 bytes; after the limit: 2 rules, 1 Sitemap line | At most 512,000 bytes | Shorten the file, with the Sitemap lines at the top |

### Twice the limit: later lines are not counted

`robots`

| origin | bytes |
|---|---|
| https://example.com | 1024001 |

`robots_lines`

| number | offset | field | value |
|---|---|---|---|
| 9001 | 512003 | disallow | /b |

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 9001 | 1,024,001 bytes; after the limit: at least 1 rule, 0 Sitemap lines | At most 512,000 bytes | Shorten the file, with the Sitemap lines at the top |

### Not reported: exactly 512,000 bytes, an error page

`robots`

| origin | bytes | status |
|---|---|---|
| https://example.com | 512000 | 200 |
| https://www.example.com | 900000 | 404 |

finds:

nothing
*/
WITH large AS (
    SELECT
        origin,
        url,
        CASE WHEN bytes > 1024000 THEN 'at least ' ELSE '' END AS bound,
        CONCAT(FORMAT_NUMBER(bytes, 0), ' bytes') AS observed,
        CONCAT('At most ', FORMAT_NUMBER($max_bytes, 0), ' bytes') AS expected
    FROM robots
    WHERE
        policy = 'rules'
        AND bytes > $max_bytes
        AND origin IN (SELECT site_origins.origin FROM site_origins)
),

unread AS (
    SELECT
        origin,
        MIN(number) AS line,
        COUNT(*) FILTER (WHERE field IN ('allow', 'disallow')) AS rules,
        COUNT(*) FILTER (WHERE field = 'sitemap') AS sitemaps
    FROM robots_lines
    WHERE "offset" >= $max_bytes
    GROUP BY origin
)

SELECT
    large.url,
    unread.line,
    CONCAT_WS(
        '; after the limit: ',
        large.observed,
        large.bound || unread.rules || CASE unread.rules WHEN 1 THEN ' rule, ' ELSE ' rules, ' END
        || unread.sitemaps
        || CASE unread.sitemaps WHEN 1 THEN ' Sitemap line' ELSE ' Sitemap lines' END
    ) AS observed,
    large.expected,
    'Shorten the file, with the Sitemap lines at the top' AS fix
FROM large
LEFT JOIN unread ON large.origin = unread.origin

/*
---
severity: error
cause: The robots.txt of {host} has several lines in one
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [robots_lines]
over: robots_lines
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://www.sitemaps.org/protocol.html#submit_robots
since: 0.2.0
---
# Line break missing in robots.txt

## What it finds

A line of robots.txt holds more than one field: a rule or a `Sitemap:` directly after other text, a
comment or another rule, several paths or user agents, or a whole file on one line, also with `\n`
or `<br>` in place of line breaks. `robots/sitemap-url-malformed` reports several URLs in a
`Sitemap:` line.

## Why it matters

RFC 9309 ends a rule at the end of the line, and a comment too. Search engines take what follows the
first colon for one value: they do not apply the rules in it and do not find the sitemap. If a
`User-agent:` line is damaged, the rules below it apply to no bot or to another one. This audit
reads the sitemap nevertheless.

## How to fix it

Write each field on a line of its own. Often a plugin or a script adds its lines to a file that does
not end with a line break, or a text editor or a setting removes line breaks: correct it there. If
`Disallow: /` is in the line, check that you want to block the whole site before you write it on its
own line.

## Example

### A sitemap behind a rule, and behind text

`robots.txt`

```
User-agent: *
Disallow: /private/Sitemap: https://example.com/a.xml
End of the rulesSitemap: https://example.com/b.xml
Disallow: /tmp/
```

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | Disallow: /private/Sitemap: https://example.com/a.xml (not read: 1 rule, 1 sitemap) | One field on each line | Write 2 lines: "Disallow: /private/", "Sitemap: https://example.com/a.xml" | https://example.com/robots.txt | replace | rule | Disallow: /private/Sitemap: https://example.com/a.xml | Disallow: /private/\nSitemap: https://example.com/a.xml |
| https://example.com/robots.txt | 3 | End of the rulesSitemap: https://example.com/b.xml (not read: 1 sitemap) | One field on each line | Write 2 lines: "# End of the rules", "Sitemap: https://example.com/b.xml" | https://example.com/robots.txt | replace | rule | End of the rulesSitemap: https://example.com/b.xml | # End of the rules\nSitemap: https://example.com/b.xml |

### The whole file on one line

`robots.txt`

```
User-agent: * Disallow: /cart/ Allow: /cart/help Sitemap: https://example.com/a.xml
```

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 1 | User-agent: * Disallow: /cart/ Allow: /cart/help Sitemap: https://example.com/a.xml (not read: 2 rules, 1 sitemap; no rule of the file is read) | One field on each line | Write 4 lines: "User-agent: *", "Disallow: /cart/", "Allow: /cart/help", "Sitemap: https://example.com/a.xml" | https://example.com/robots.txt | replace | rule | User-agent: * Disallow: /cart/ Allow: /cart/help Sitemap: https://example.com/a.xml | User-agent: *\nDisallow: /cart/\nAllow: /cart/help\nSitemap: https://example.com/a.xml |

### A rule that would block the whole site: no change for programs

`robots.txt`

```
User-agent: *Disallow: /
Sitemap: https://example.com/a.xml
```

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 1 | User-agent: *Disallow: / (not read: 1 User-agent line with the rules below, 1 rule; no rule of the file is read) | One field on each line | Write 2 lines: "User-agent: *", "Disallow: /"; leave out Disallow: / unless you want to block the whole site |

### Not reported: a colon in a path, a sitemap in a comment

`robots.txt`

```
User-agent: *
Disallow: /wiki/Special:Search
Disallow: /tmp/ # see Sitemap: https://example.com/a.xml
# Sitemap: https://example.com/b.xml
```

finds:

nothing
*/
WITH read_rules AS (
    SELECT DISTINCT origin FROM robots_lines
    WHERE field IN ('allow', 'disallow') AND problem IS NULL
),

glued AS (
    SELECT
        CONCAT(lines.origin, '/robots.txt') AS url,
        lines.number,
        CONCAT_WS(': ', lines.written, lines.value) AS text,
        CONCAT_WS(
            '; ',
            lines.lost,
            CASE
                WHEN read_rules.origin IS NULL AND lines.lost LIKE '%rule%'
                    THEN 'no rule of the file is read'
            END
        ) AS lost,
        lines.meant,
        LENGTH(lines.meant) - LENGTH(REPLACE(lines.meant, CHR(10), '')) + 1 AS number_of_lines,
        REGEXP_MATCHES(CONCAT(LOWER(lines.meant), CHR(10)), 'disallow: [/*]+\s') AS blocks_all
    FROM robots_lines AS lines
    LEFT JOIN read_rules ON lines.origin = read_rules.origin
    WHERE
        lines.problem = 'glued'
        AND lines.origin IN (SELECT site_origins.origin FROM site_origins)
)

SELECT
    url,
    number AS line,
    CONCAT(text, ' (not read: ', lost, ')') AS observed,
    'One field on each line' AS expected,
    CONCAT(
        'Write ', number_of_lines, ' lines: "', REPLACE(meant, CHR(10), '", "'), '"',
        CASE
            WHEN blocks_all
                THEN '; leave out Disallow: / unless you want to block the whole site'
            ELSE ''
        END
    ) AS fix,
    CASE WHEN NOT blocks_all THEN url END AS change_url,
    'replace' AS action,
    'rule' AS place,
    text AS "from",
    meant AS "to"
FROM glued

/*
---
severity: error
keeps_out: pages
cause: The robots.txt of {host} has an invalid URL in a Sitemap line
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-sitemap-malformed]
known_as:
  ContentKing: ["robots.txt: directives valid"]
  Yandex: ["Invalid Sitemap file URL format"]
needs: [robots_lines]
over: robots_lines
when: >-
  field = 'sitemap' AND origin IN (SELECT site_origins.origin FROM site_origins
  WHERE site_origins.is_searched)
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/error-dictionary/robots-txt
since: 0.1.0
---
# Invalid URL in Sitemap line

## What it finds

A `Sitemap:` line is empty, or its value is not one valid http or https URL: two URLs on a line,
spaces, quotes, angle brackets, another protocol, a user name or password.

## Why it matters

Google requires one fully qualified URL per line. Search engines ignore other lines and do not find
the sitemap through them.

## How to fix it

Write one absolute URL on each `Sitemap:` line of robots.txt and nothing else. Give each sitemap its
own line. If a CMS plugin writes the line, correct its sitemap setting.

## Example

### Two URLs on one line

`robots_lines`

| number | field | value | url | problem |
|---|---|---|---|---|
| 1 | sitemap | https://example.com/a.xml https://example.com/b.xml | | malformed |
| 2 | sitemap | https://example.com/c.xml | https://example.com/c.xml | |

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 1 | Sitemap: https://example.com/a.xml https://example.com/b.xml (not one valid URL) | One absolute http or https URL | Correct the URL; use a line for each sitemap |

### An empty line, angle brackets, another protocol

`robots_lines`

| number | field | value | url | problem |
|---|---|---|---|---|
| 1 | sitemap | "" | | empty |
| 2 | sitemap | <https://example.com/a.xml> | | malformed |
| 3 | sitemap | ftp://example.com/a.xml | | scheme |

finds:

| url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/robots.txt | 1 | Sitemap line without a URL | One absolute http or https URL | Add the URL of the sitemap, or remove the line |
| https://example.com/robots.txt | 2 | Sitemap: <https://example.com/a.xml> (not one valid URL) | One absolute http or https URL | Correct the URL; use a line for each sitemap |
| https://example.com/robots.txt | 3 | Sitemap: ftp://example.com/a.xml (neither http nor https) | One absolute http or https URL | Use an http or https URL |

### Not reported here: a relative URL

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | /a.xml |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CASE problem
        WHEN 'empty' THEN 'Sitemap line without a URL'
        WHEN 'scheme' THEN CONCAT('Sitemap: ', value, ' (neither http nor https)')
        WHEN 'userinfo' THEN CONCAT('Sitemap: ', value, ' (contains a user name or password)')
        WHEN 'too-long' THEN CONCAT('Sitemap: ', value, ' (longer than 65,536 characters)')
        WHEN 'invisible'
            THEN CONCAT('Sitemap: ', value, ' (begins with an invisible character)')
        ELSE CONCAT('Sitemap: ', value, ' (not one valid URL)')
    END AS observed,
    'One absolute http or https URL' AS expected,
    CASE problem
        WHEN 'empty' THEN 'Add the URL of the sitemap, or remove the line'
        WHEN 'scheme' THEN 'Use an http or https URL'
        WHEN 'userinfo' THEN 'Remove the user name and password'
        WHEN 'too-long' THEN 'Shorten the URL'
        WHEN 'invisible'
            THEN CONCAT('Replace with ', REGEXP_EXTRACT(value, 'https?:[!-~]+'))
        ELSE 'Correct the URL; use a line for each sitemap'
    END AS fix
FROM robots_lines
WHERE
    field = 'sitemap'
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
    AND problem IN ('empty', 'malformed', 'scheme', 'userinfo', 'too-long', 'invisible')

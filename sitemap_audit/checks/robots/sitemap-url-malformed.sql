/*
---
severity: error
keeps_out: pages
cause: The robots.txt of {host} has an invalid URL in a Sitemap line
confidence: high
basis: documented
engines: [protocol, google]
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
spaces, quotes, angle brackets, Markdown, another protocol, a user name or password.

## Why it matters

Google requires one fully qualified URL per line. Search engines ignore other lines and do not find
the sitemap through them. This audit reads the sitemap nevertheless if it finds its URL in the line.

## How to fix it

Write one absolute URL on each `Sitemap:` line of robots.txt and nothing else. Give each sitemap its
own line. If a CMS plugin writes the line, correct its sitemap setting.

## Example

### Two URLs on one line

`robots.txt`

```
Sitemap: https://example.com/a.xml, https://example.com/b.xml
Sitemap: https://example.com/c.xml
```

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 1 | Sitemap: https://example.com/a.xml, https://example.com/b.xml (not one valid URL) | One absolute http or https URL | Write 2 lines: "Sitemap: https://example.com/a.xml", "Sitemap: https://example.com/b.xml" | https://example.com/robots.txt | replace | rule | Sitemap: https://example.com/a.xml, https://example.com/b.xml | Sitemap: https://example.com/a.xml\nSitemap: https://example.com/b.xml |

### An empty line, angle brackets, another protocol, a space in the URL

`robots.txt`

```
Sitemap:
Sitemap: <https://example.com/a.xml>
Sitemap: ftp://example.com/a.xml
Sitemap: https://example.com/site map.xml
```

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 1 | Sitemap line without a URL | One absolute http or https URL | Add the URL of the sitemap, or remove the line | | | | | |
| https://example.com/robots.txt | 2 | Sitemap: <https://example.com/a.xml> (not one valid URL) | One absolute http or https URL | Replace with Sitemap: https://example.com/a.xml | https://example.com/robots.txt | replace | rule | Sitemap: <https://example.com/a.xml> | Sitemap: https://example.com/a.xml |
| https://example.com/robots.txt | 3 | Sitemap: ftp://example.com/a.xml (neither http nor https) | One absolute http or https URL | Use an http or https URL | | | | | |
| https://example.com/robots.txt | 4 | Sitemap: https://example.com/site map.xml (not one valid URL) | One absolute http or https URL | Correct the URL; use a line for each sitemap | | | | | |

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
            THEN
                CONCAT(
                    COALESCE(written, 'Sitemap'), ': ', value,
                    ' (begins with an invisible character)'
                )
        WHEN 'placeholder' THEN CONCAT('Sitemap: ', value, ' (placeholder of a template)')
        ELSE CONCAT(COALESCE(written, 'Sitemap'), ': ', value, ' (not one valid URL)')
    END AS observed,
    'One absolute http or https URL' AS expected,
    CASE
        WHEN meant LIKE CONCAT('%', CHR(10), '%')
            THEN
                CONCAT(
                    'Write ', LENGTH(meant) - LENGTH(REPLACE(meant, CHR(10), '')) + 1,
                    ' lines: "', REPLACE(meant, CHR(10), '", "'), '"'
                )
        WHEN meant IS NOT NULL THEN CONCAT('Replace with ', meant)
        WHEN problem = 'placeholder' THEN 'Correct the template: a placeholder was not filled in'
        WHEN problem = 'empty' THEN 'Add the URL of the sitemap, or remove the line'
        WHEN problem = 'scheme' THEN 'Use an http or https URL'
        WHEN problem = 'userinfo' THEN 'Remove the user name and password'
        WHEN problem = 'too-long' THEN 'Shorten the URL'
        ELSE 'Correct the URL; use a line for each sitemap'
    END AS fix,
    CASE WHEN meant IS NOT NULL THEN CONCAT(origin, '/robots.txt') END AS change_url,
    'replace' AS action,
    'rule' AS place,
    CONCAT(COALESCE(written, 'Sitemap'), ': ', value) AS "from",
    meant AS "to"
FROM robots_lines
WHERE
    field = 'sitemap'
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
    AND problem IN (
        'empty', 'malformed', 'scheme', 'userinfo', 'too-long', 'invisible', 'placeholder'
    )

/*
---
severity: error
keeps_out: pages
cause: The robots.txt of {host} has a relative URL in a Sitemap line
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
# Relative URL in Sitemap line

## What it finds

The value of a `Sitemap:` line has no protocol and host, such as `/sitemap.xml`.

## Why it matters

The sitemap protocol and Google require a fully qualified URL with protocol and host. Search engines
may ignore the line and not find the sitemap.

## How to fix it

Write the absolute URL with `https://` and the host into the `Sitemap:` line of robots.txt. If a
template or CMS plugin writes the line, correct it there.

## Example

### A path instead of a URL

`robots_lines`

| number | field | value |
|---|---|---|
| 3 | sitemap | /sitemap.xml |
| 4 | sitemap | https://example.com/news.xml |

finds:

| url | related_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/sitemap.xml | 3 | Sitemap: /sitemap.xml | Sitemap: https://example.com/sitemap.xml | Replace with https://example.com/sitemap.xml | https://example.com/robots.txt | replace | sitemap | /sitemap.xml | https://example.com/sitemap.xml |

### Not reported here: an absolute URL, an empty line

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com/a.xml |
| 2 | sitemap | "" |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    url AS related_url,
    number AS line,
    CONCAT('Sitemap: ', value) AS observed,
    CASE
        WHEN problem = 'no-scheme'
            THEN CONCAT('Sitemap: ', SPLIT_PART(origin, '/', 1), '//', value)
        ELSE COALESCE('Sitemap: ' || url, 'Absolute URL')
    END AS expected,
    CASE
        WHEN problem = 'no-scheme'
            THEN CONCAT('Replace with ', SPLIT_PART(origin, '/', 1), '//', value)
        ELSE COALESCE('Replace with ' || url, 'Replace with the absolute URL')
    END AS fix,
    CASE
        WHEN url IS NOT NULL OR problem = 'no-scheme' THEN CONCAT(origin, '/robots.txt')
    END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    value AS "from",
    CASE
        WHEN problem = 'no-scheme'
            THEN CONCAT(SPLIT_PART(origin, '/', 1), '//', value)
        ELSE url
    END AS "to"
FROM robots_lines
WHERE
    field = 'sitemap'
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
    AND problem IN ('relative', 'protocol-relative', 'no-scheme')

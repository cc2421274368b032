/*
---
severity: warning
cause: The robots.txt of {host} has a misspelled field
confidence: high
basis: documented
engines: [protocol]
needs: [robots_lines]
over: robots_lines
when: >-
  (field <> 'sitemap' AND origin IN (SELECT site_origins.origin FROM site_origins)) OR
  origin IN (SELECT site_origins.origin FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2
  - https://github.com/google/robotstxt
since: 0.1.0
---
# Misspelled field in robots.txt

## What it finds

The field name of a robots.txt line is misspelled in a way that Google accepts: `Dissallow:`,
`Useragent:`, `Site-map:`, or a name that only begins with a field name, such as `Sitemaps:` or
`DisallowAITraining:`. `robots/unknown-field` reports spellings that Google ignores.

## Why it matters

Googlebot follows the line, because Google's open-source parser accepts these spellings. RFC 9309
does not define them. Bing, Yandex and other crawlers may ignore the line: they may crawl what it
disallows, or not find the sitemap that it lists.

## How to fix it

Correct the field name in robots.txt. If a CMS plugin writes the file, correct it in the plugin's
robots.txt editor. Write what AI may do with the content in `Content-Signal` or `Content-Usage`,
which no parser takes for another field.

## Example

### A rule and a sitemap

`robots_lines`

| number | field | written | value |
|---|---|---|---|
| 1 | user-agent | | "*" |
| 2 | disallow | Dissallow | /private/ |
| 3 | sitemap | Site-map | https://example.com/a.xml |

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | Dissallow: /private/ (Google reads it as Disallow) | Disallow: /private/ | Replace with Disallow: /private/ | https://example.com/robots.txt | replace | rule | Dissallow: /private/ | Disallow: /private/ |
| https://example.com/robots.txt | 3 | Site-map: https://example.com/a.xml (Google reads it as Sitemap) | Sitemap: https://example.com/a.xml | Replace with Sitemap: https://example.com/a.xml | https://example.com/robots.txt | replace | rule | Site-map: https://example.com/a.xml | Sitemap: https://example.com/a.xml |

### A field for AI that begins like a rule

`robots.txt`

```
User-agent: *
DisallowAITraining: /
```

finds:

| url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | DisallowAITraining: / (Google reads it as Disallow) | Content-Signal or Content-Usage | Remove the line; use Content-Signal: ai-train=no | https://example.com/robots.txt | remove | rule | DisallowAITraining: / |

### Not reported here: an unknown field, a missing colon

`robots_lines`

| number | field | written | value | problem |
|---|---|---|---|---|
| 1 | user-agent | | "*" | |
| 2 | dsallow | | /private/ | unknown-field |
| 3 | disallow | Disallow | /tmp/ | no-colon |

finds:

nothing
*/
WITH misspelled AS (
    SELECT
        CONCAT(origin, '/robots.txt') AS url,
        number,
        written,
        value,
        CASE field
            WHEN 'user-agent' THEN 'User-agent'
            WHEN 'allow' THEN 'Allow'
            WHEN 'disallow' THEN 'Disallow'
            ELSE 'Sitemap'
        END AS name,
        CASE
            WHEN LOWER(written) LIKE 'disallowai%' THEN 'no'
            WHEN LOWER(written) LIKE 'allowai%' THEN 'yes'
        END AS may_train
    FROM robots_lines
    WHERE
        written IS NOT NULL
        AND COALESCE(problem, '') <> 'no-colon'
        AND meant IS NULL
        AND (
            (field <> 'sitemap' AND origin IN (SELECT site_origins.origin FROM site_origins))
            OR origin IN (
                SELECT site_origins.origin FROM site_origins
                WHERE site_origins.is_searched
            )
        )
)

SELECT
    url,
    number AS line,
    CONCAT(written, ': ', value, ' (Google reads it as ', name, ')') AS observed,
    CASE
        WHEN may_train IS NULL THEN CONCAT(name, ': ', value)
        ELSE 'Content-Signal or Content-Usage'
    END AS expected,
    CASE
        WHEN may_train IS NULL THEN CONCAT('Replace with ', name, ': ', value)
        ELSE CONCAT('Remove the line; use Content-Signal: ai-train=', may_train)
    END AS fix,
    url AS change_url,
    CASE WHEN may_train IS NULL THEN 'replace' ELSE 'remove' END AS action,
    'rule' AS place,
    CONCAT(written, ': ', value) AS "from",
    CASE WHEN may_train IS NULL THEN CONCAT(name, ': ', value) END AS "to"
FROM misspelled

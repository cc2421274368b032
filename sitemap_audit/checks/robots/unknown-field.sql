/*
---
severity: warning
cause: The robots.txt of {host} has an unknown field
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Yandex: ["Unknown directive found"]
needs: [robots_lines]
over: robots_lines
when: "origin IN (SELECT site_origins.origin FROM site_origins)"
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2.4
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
  - https://yandex.com/support/webmaster/en/error-dictionary/robots-txt
since: 0.1.0
---
# Unknown field in robots.txt

## What it finds

The field name of a robots.txt line is not one that Google, Bing or Yandex document, nor a common one
for other programs such as `License:` (RSL) and `Content-Signal:`. It is often misspelled:
`Disllow:`, `Sitmap:`. `robots/misspelled-field` reports spellings that Google accepts, such as
`Dissallow:`.

## Why it matters

Search engines ignore the line. If it was meant as a rule, the rule has no effect.

## How to fix it

Correct the field name in robots.txt, or delete the line. If a CMS plugin writes the file, correct
it in the plugin's robots.txt editor.

## Example

### A misspelled rule

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 2 | dsallow | /private/ | unknown-field |
| 3 | disallow | /tmp/ | |

finds:

| url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | 2 | dsallow: /private/ | Disallow: /private/ | Replace with Disallow: /private/ | https://example.com/robots.txt | replace | rule | dsallow: /private/ | Disallow: /private/ |

### Not reported here: a field that some search engines support

`robots_lines`

| number | field | value | problem |
|---|---|---|---|
| 1 | crawl-delay | 10 | unsupported-field |
| 2 | sitemap | https://example.com/a.xml | |

finds:

nothing
*/
WITH unknown AS (
    SELECT
        origin,
        number,
        field,
        value,
        CASE
            WHEN LEVENSHTEIN(field, 'disallow') <= 2 THEN 'Disallow'
            WHEN LEVENSHTEIN(field, 'user-agent') <= 2 THEN 'User-agent'
            WHEN LEVENSHTEIN(field, 'sitemap') <= 2 THEN 'Sitemap'
            WHEN LEVENSHTEIN(field, 'allow') = 1 THEN 'Allow'
            WHEN LEVENSHTEIN(field, 'content-signal') <= 2 THEN 'Content-Signal'
            WHEN LEVENSHTEIN(field, 'license') = 1 THEN 'License'
        END AS meant
    FROM robots_lines
    WHERE
        problem = 'unknown-field'
        AND origin IN (SELECT site_origins.origin FROM site_origins)
)

SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CONCAT(field, ': ', value) AS observed,
    COALESCE(meant || ': ' || value, 'User-agent, Allow, Disallow or Sitemap') AS expected,
    COALESCE(
        'Replace with ' || meant || ': ' || value, 'Remove the line, or correct the field name'
    ) AS fix,
    CASE WHEN meant IS NOT NULL THEN CONCAT(origin, '/robots.txt') END AS change_url,
    'replace' AS action,
    'rule' AS place,
    CONCAT(field, ': ', value) AS "from",
    CONCAT(meant, ': ', value) AS "to"
FROM unknown

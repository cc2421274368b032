/*
---
severity: error
cause: has a URL that is too long for Yandex
confidence: high
basis: documented
engines: [yandex]
worse: [entry/loc-too-long]
needs: [entries]
over: entries
when: "url IS NOT NULL"
parameters: {max_characters: 1024, protocol_max: 2047}
see:
  - https://yandex.com/support/webmaster/en/controlling-robot/sitemap
  - https://yandex.com/support/webmaster/en/error-dictionary/sitemap-errors
since: 0.1.0
---
# URL too long for Yandex

## What it finds

A `<loc>` has more than 1,024 characters (`max_characters`). A percent-encoded character such as
`%D0%B6` counts as one. URLs that are also too long for the sitemap protocol are reported by
`entry/loc-too-long`.

## Why it matters

Yandex reports the URL as too long and does not fetch it. The sitemap protocol, which Google and
Bing follow, allows 2,047 characters.

## How to fix it

Shorten the URL in the CMS or shop, usually by removing parameters that the page does not need.
Redirect the old URL to the new one.

## Example

### Too long for Yandex, and too long for the protocol

`parameters`

| max_characters | protocol_max |
|---|---|
| 22 | 25 |

`entries`

| loc | line |
|---|---|
| https://example.com/abc | 3 |
| https://example.com/ab | 6 |
| https://example.com/abcdef | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/abc | https://example.com/sitemap.xml | 3 | 23 characters | At most 22 characters | Shorten the URL |
*/
WITH lengths AS (
    SELECT
        url,
        sitemap_url,
        line,
        LENGTH(REGEXP_REPLACE(loc, '^\s+|\s+$', '', 'g')) AS characters,
        LENGTH(
            REGEXP_REPLACE(
                REGEXP_REPLACE(loc, '^\s+|\s+$|%[89ABab][0-9A-Fa-f]', '', 'g'),
                '%[0-9A-Fa-f]{2}',
                'x',
                'g'
            )
        ) AS unescaped
    FROM entries
    WHERE url IS NOT NULL
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT(FORMAT_NUMBER(unescaped, 0), ' characters') AS observed,
    CONCAT('At most ', FORMAT_NUMBER($max_characters, 0), ' characters') AS expected,
    'Shorten the URL' AS fix
FROM lengths
WHERE unescaped > $max_characters AND characters <= $protocol_max

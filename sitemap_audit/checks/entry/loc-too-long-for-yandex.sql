/*
---
severity: error
confidence: high
basis: documented
engines: [yandex]
needs: [entries]
over: entries
when: "url IS NOT NULL"
parameters: {max_characters: 1024, protocol_max: 2047}
see:
  - https://yandex.com/support/webmaster/en/controlling-robot/sitemap
  - https://yandex.com/support/webmaster/en/error-dictionary/sitemap-errors
since: 0.1.0
---
# Address that is too long for Yandex

## What it finds

A `<loc>` of more than 1,024 characters, where escapes such as `%D0%B6` count as the letter that they
stand for. What is too long for the protocol as well is the matter of
`entry/loc-too-long`.

## Why it matters

Yandex reports such an entry and does not fetch it.

## How to fix it

Give the page a shorter address: mostly it is parameters that need not be in it.

## Example

### Too long, and too long for everybody

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

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/abc | https://example.com/sitemap.xml | 3 | 23 characters | at most 22 characters |
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
    CONCAT(unescaped, ' characters') AS observed,
    CONCAT('at most ', $max_characters, ' characters') AS expected
FROM lengths
WHERE unescaped > $max_characters AND characters <= $protocol_max

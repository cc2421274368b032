/*
---
severity: warning
cause: has invalid percent-encoding in the URL
confidence: medium
basis: documented
engines: [protocol]
needs: [entries]
over: entries
when: "POSITION('%' IN loc) > 0"
see:
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-2
  - https://www.sitemaps.org/protocol.html#escaping
since: 0.1.0
---
# Invalid percent-encoding in URL

## What it finds

A `<loc>` contains a `%` that is not followed by two hexadecimal digits, or percent-encoded bytes
that are not valid UTF-8 (`%E9` for `é`, as in Latin-1).

## Why it matters

RFC 3986 requires two hexadecimal digits after each `%`, and the sitemap protocol requires URLs that
follow it. Servers and crawlers read invalid encoding in different ways: some return 400, some
another page.

## How to fix it

Encode URLs as UTF-8 in the sitemap generator (PHP: `rawurlencode`, Python: `urllib.parse.quote`). A
literal `%` becomes `%25`.

## Example

### A bare percent sign, and a Latin-1 byte

`entries`

| loc | line |
|---|---|
| https://example.com/100%-wool | 3 |
| https://example.com/caf%E9 | 6 |
| https://example.com/caf%c3%a9 | 9 |
| https://example.com/%E2%82%AC%F0%9F%98%80 | 12 |
| https://example.com/100%25-wool | 15 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/100%25-wool | https://example.com/sitemap.xml | 3 | % without two hexadecimal digits in https://example.com/100%-wool | Percent-encoded UTF-8, such as %C3%A9 | Remove from the sitemap; https://example.com/100%25-wool is listed | https://example.com/sitemap.xml | remove | loc | https://example.com/100%-wool |
| https://example.com/caf%E9 | https://example.com/sitemap.xml | 6 | %E9 is not valid UTF-8 in https://example.com/caf%E9 | Percent-encoded UTF-8, such as %C3%A9 | Encode the URL as UTF-8 | | | | |
*/
WITH escaped AS (
    SELECT
        url,
        sitemap_url,
        line,
        sitemap_id,
        kind,
        position,
        TRIM(loc) AS loc,
        REGEXP_MATCHES(
            REGEXP_REPLACE(loc, '%[0-9A-Fa-f]{2}', '', 'g'), '%'
        ) AS is_bare,
        REGEXP_EXTRACT(
            REGEXP_REPLACE(
                UPPER(loc),
                '%(C[2-9A-F]|D[0-9A-F]|(E[0-9A-F]|F[0-4]%[89AB][0-9A-F])%[89AB][0-9A-F])'
                || '%[89AB][0-9A-F]',
                '',
                'g'
            ),
            '%[89A-F][0-9A-F]'
        ) AS no_text
    FROM entries
    WHERE url IS NOT NULL AND POSITION('%' IN loc) > 0
)

SELECT
    escaped.url,
    escaped.sitemap_url,
    escaped.line,
    CASE
        WHEN escaped.is_bare THEN CONCAT('% without two hexadecimal digits in ', escaped.loc)
        ELSE CONCAT(escaped.no_text, ' is not valid UTF-8 in ', escaped.loc)
    END AS observed,
    'Percent-encoded UTF-8, such as %C3%A9' AS expected,
    CASE
        WHEN NOT escaped.is_bare OR escaped.no_text <> '' THEN 'Encode the URL as UTF-8'
        ELSE spelled.fix
    END AS fix,
    CASE
        WHEN escaped.is_bare AND escaped.no_text = '' AND spelled.action IS NOT NULL
            THEN escaped.sitemap_url
    END AS change_url,
    spelled.action,
    'loc' AS place,
    escaped.loc AS "from",
    spelled.wanted AS "to"
FROM escaped
LEFT JOIN misspelled_entries AS spelled
    ON
        escaped.sitemap_id = spelled.sitemap_id
        AND escaped.kind = spelled.kind
        AND escaped.position = spelled.position
WHERE escaped.is_bare OR escaped.no_text <> ''

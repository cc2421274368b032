/*
---
severity: notice
cause: has a URL that is not percent-encoded
confidence: high
basis: documented
engines: [protocol]
known_as:
  Screaming Frog: ["URL: Non ASCII Characters"]
follows: [site/invisible-character]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#escaping
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-2
since: 0.1.0
---
# URL is not percent-encoded

## What it finds

The path or query of a `<loc>` contains characters that RFC 3986 does not allow: letters beyond
ASCII, square or curly brackets, vertical bars, backslashes, carets, backticks, quotation marks,
angle brackets. Spaces are reported by `entry/whitespace`. An international host name may stay as it
is.

## Why it matters

The sitemap protocol requires URLs that follow RFC 3986. Search engines encode the characters
themselves, so Search Console and log files show another spelling than the sitemap.

## How to fix it

Encode URLs as UTF-8 in the sitemap generator (PHP: `rawurlencode`, Python: `urllib.parse.quote`):
`é` becomes `%C3%A9`.

## Example

### A letter with an accent, brackets, and an encoded URL

`entries`

| loc | line |
|---|---|
| https://example.com/café | 3 |
| https://example.com/a?b[]=1 | 6 |
| https://example.com/caf%C3%A9 | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/caf%C3%A9 | https://example.com/sitemap.xml | 3 | Unencoded é in https://example.com/café | https://example.com/caf%C3%A9 | Remove from the sitemap; https://example.com/caf%C3%A9 is listed | https://example.com/sitemap.xml | remove | loc | https://example.com/café | |
| https://example.com/a?b%5B%5D=1 | https://example.com/sitemap.xml | 6 | Unencoded [ in https://example.com/a?b[]=1 | https://example.com/a?b%5B%5D=1 | Replace with https://example.com/a?b%5B%5D=1 | https://example.com/sitemap.xml | replace | loc | https://example.com/a?b[]=1 | https://example.com/a?b%5B%5D=1 |

### An international host name, and an IPv6 address

`entries`

| loc |
|---|
| https://bücher.example/a |
| http://[2001:db8::1]/a |

finds:

nothing
*/
WITH paths AS (
    SELECT
        url,
        sitemap_url,
        line,
        sitemap_id,
        kind,
        position,
        TRIM(loc) AS loc,
        REGEXP_EXTRACT(
            REGEXP_REPLACE(loc, '^\s*[A-Za-z]+://[^/?#]*', ''),
            '[^\x00-\x7F]|[\[\]{}|\\^`<>"]'
        ) AS found
    FROM entries
    WHERE url IS NOT NULL
)

SELECT
    paths.url,
    paths.sitemap_url,
    paths.line,
    CONCAT('Unencoded ', paths.found, ' in ', paths.loc) AS observed,
    paths.url AS expected,
    spelled.fix,
    CASE WHEN spelled.action IS NOT NULL THEN paths.sitemap_url END AS change_url,
    spelled.action,
    'loc' AS place,
    paths.loc AS "from",
    spelled.wanted AS "to"
FROM paths
INNER JOIN misspelled_entries AS spelled
    ON
        paths.sitemap_id = spelled.sitemap_id
        AND paths.kind = spelled.kind
        AND paths.position = spelled.position
WHERE paths.found <> ''

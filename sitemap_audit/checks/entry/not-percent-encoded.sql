/*
---
severity: notice
confidence: high
basis: documented
engines: [protocol]
aliases: [loc-not-percent-encoded]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#escaping
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-2
since: 0.1.0
---
# Address with characters that are not escaped

## What it finds

A path or query with characters that RFC 3986 does not allow there: letters beyond ASCII, square or
curly brackets, bars, backslashes, carets, backticks, quotes. A space is the matter of
`entry/whitespace`; a host in another script may stand as it is.

## Why it matters

Search engines escape such characters themselves, each in its own way. The address in their reports
is then not the one that was listed.

## How to fix it

Write them as percent escapes of their bytes in UTF-8: `%C3%A9` for `é`.

## Example

### An accent, brackets, and what is escaped

`entries`

| loc | line |
|---|---|
| https://example.com/café | 3 |
| https://example.com/a?b[]=1 | 6 |
| https://example.com/caf%C3%A9 | 9 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/caf%C3%A9 | https://example.com/sitemap.xml | 3 | é in https://example.com/café | https://example.com/caf%C3%A9 | https://example.com/sitemap.xml | remove | loc | https://example.com/café | |
| https://example.com/a?b%5B%5D=1 | https://example.com/sitemap.xml | 6 | [ in https://example.com/a?b[]=1 | https://example.com/a?b%5B%5D=1 | https://example.com/sitemap.xml | replace | loc | https://example.com/a?b[]=1 | https://example.com/a?b%5B%5D=1 |

### Only the host is in another script, or an address of IPv6

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
    CONCAT(paths.found, ' in ', paths.loc) AS observed,
    paths.url AS expected,
    paths.sitemap_url AS change_url,
    CASE WHEN again.is_kept = FALSE THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    paths.loc AS "from",
    CASE WHEN again.is_kept = FALSE THEN NULL ELSE paths.url END AS "to"
FROM paths
LEFT JOIN repeated_entries AS again
    ON paths.sitemap_id = again.sitemap_id AND paths.position = again.position
WHERE paths.found <> ''

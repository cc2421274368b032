/*
---
severity: notice
cause: has whitespace in the URL
confidence: medium
basis: inferred
engines: [google, yandex]
known_as:
  Screaming Frog: ["URL: Contains Space"]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Whitespace in URL

## What it finds

A `<loc>` contains spaces, tabs or line breaks before, after or inside the URL. A CDATA section
around the URL is allowed.

## Why it matters

The content of `<loc>` must be the URL alone. A crawler that does not remove the whitespace requests
another URL, or reports it as invalid (Search Console: "Invalid URL").

## How to fix it

Remove line breaks and spaces between `<loc>` and the URL in the sitemap template. Encode a space
inside the URL as `%20`.

## Example

### A line break before, a space after, a space inside

`entries`

| loc | line |
|---|---|
| "\n https://example.com/a " | 3 |
| "https://example.com/b " | 6 |
| https://example.com/c d | 9 |
| https://example.com/e%20f | 12 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | Whitespace before the URL | No whitespace | Replace with https://example.com/a | https://example.com/sitemap.xml | replace | loc | "\n https://example.com/a " | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | 6 | Whitespace after the URL | No whitespace | Replace with https://example.com/b | https://example.com/sitemap.xml | replace | loc | "https://example.com/b " | https://example.com/b |
| https://example.com/c%20d | https://example.com/sitemap.xml | 9 | Whitespace inside the URL | No whitespace | Replace with https://example.com/c%20d | https://example.com/sitemap.xml | replace | loc | https://example.com/c d | https://example.com/c%20d |
*/
SELECT
    entries.url,
    entries.sitemap_url,
    entries.line,
    CONCAT(
        'Whitespace ',
        CASE
            WHEN REGEXP_MATCHES(entries.loc, '^\s') THEN 'before'
            WHEN REGEXP_MATCHES(entries.loc, '\s$') THEN 'after'
            ELSE 'inside'
        END,
        ' the URL'
    ) AS observed,
    'No whitespace' AS expected,
    spelled.fix,
    CASE WHEN spelled.action IS NOT NULL THEN entries.sitemap_url END AS change_url,
    spelled.action,
    'loc' AS place,
    entries.loc AS "from",
    spelled.wanted AS "to"
FROM entries
INNER JOIN misspelled_entries AS spelled
    ON
        entries.sitemap_id = spelled.sitemap_id
        AND entries.kind = spelled.kind
        AND entries.position = spelled.position
WHERE entries.url IS NOT NULL AND REGEXP_MATCHES(entries.loc, '\s')

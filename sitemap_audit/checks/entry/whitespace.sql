/*
---
severity: notice
confidence: medium
basis: inferred
engines: [google, yandex]
aliases: [loc-whitespace]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Entry with space in its address

## What it finds

A `<loc>` with spaces, tabs or line ends before, behind or inside its address. A CDATA section
around the address is no fault.

## Why it matters

The address is the whole of the element. Readers that do not take the space away ask for another
address, or report an invalid one.

## How to fix it

Write the address directly between `<loc>` and `</loc>`. Space that belongs to the address is
written as `%20`.

## Example

### Line ends around it, and a space inside

`entries`

| loc | line |
|---|---|
| "\n https://example.com/a " | 3 |
| "https://example.com/b " | 6 |
| https://example.com/c d | 9 |
| https://example.com/e%20f | 12 |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | space before the address | no space | https://example.com/sitemap.xml | replace | loc | "\n https://example.com/a " | https://example.com/a |
| https://example.com/b | https://example.com/sitemap.xml | 6 | space behind the address | no space | https://example.com/sitemap.xml | replace | loc | "https://example.com/b " | https://example.com/b |
| https://example.com/c%20d | https://example.com/sitemap.xml | 9 | space inside the address | no space | https://example.com/sitemap.xml | replace | loc | https://example.com/c d | https://example.com/c%20d |
*/
SELECT
    entries.url,
    entries.sitemap_url,
    entries.line,
    CONCAT(
        'space ',
        CASE
            WHEN REGEXP_MATCHES(entries.loc, '^\s') THEN 'before'
            WHEN REGEXP_MATCHES(entries.loc, '\s$') THEN 'behind'
            ELSE 'inside'
        END,
        ' the address'
    ) AS observed,
    'no space' AS expected,
    entries.sitemap_url AS change_url,
    CASE WHEN again.is_kept = FALSE THEN 'remove' ELSE 'replace' END AS action,
    'loc' AS place,
    entries.loc AS "from",
    CASE WHEN again.is_kept = FALSE THEN NULL ELSE entries.url END AS "to"
FROM entries
LEFT JOIN repeated_entries AS again
    ON entries.sitemap_id = again.sitemap_id AND entries.position = again.position
WHERE entries.url IS NOT NULL AND REGEXP_MATCHES(entries.loc, '\s')

/*
---
severity: notice
cause: has a value that is too long for Yandex
confidence: medium
basis: documented
engines: [yandex]
known_as:
  Yandex: ["Data limit exceeded in a tag"]
needs: [entries]
over: entries
when: "COALESCE(lastmod, changefreq, priority) IS NOT NULL"
parameters: {max_characters: 100}
see:
  - https://yandex.com/support/webmaster/en/error-dictionary/sitemap-errors
since: 0.1.0
---
# Value too long for Yandex

## What it finds

A `<lastmod>`, `<changefreq>` or `<priority>` has more than 100 characters (`max_characters`).

## Why it matters

Yandex reports "Data limit exceeded in a tag" and ignores the value.

## How to fix it

Correct the sitemap template so that it writes only the value, without whitespace or comments.

## Example

### A sentence instead of a date

`parameters`

| max_characters |
|---|
| 30 |

`entries`

| loc | lastmod | line |
|---|---|---|
| https://example.com/a | on the fifteenth of January '26 | 3 |
| https://example.com/b | 2026-01-15T09:30:00+00:00 | 6 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 3 | <lastmod> of 31 characters | At most 30 characters | Remove <lastmod> | https://example.com/sitemap.xml | remove | lastmod | on the fifteenth of January '26 |
*/
WITH written AS (
    SELECT
        url,
        sitemap_url,
        line,
        'lastmod' AS name,
        lastmod AS text
    FROM entries
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        'changefreq' AS name,
        changefreq AS text
    FROM entries
    UNION ALL
    SELECT
        url,
        sitemap_url,
        line,
        'priority' AS name,
        priority AS text
    FROM entries
),

trimmed AS (
    SELECT
        url,
        sitemap_url,
        line,
        name,
        text,
        NULLIF(REGEXP_REPLACE(text, '^\s+|\s+$', '', 'g'), '') AS value
    FROM written
)

SELECT
    url,
    sitemap_url,
    line,
    CONCAT('<', name, '> of ', LENGTH(text), ' characters') AS observed,
    CONCAT('At most ', $max_characters, ' characters') AS expected,
    CASE
        WHEN LENGTH(value) <= $max_characters THEN CONCAT('Replace with ', value)
        ELSE CONCAT('Remove <', name, '>')
    END AS fix,
    sitemap_url AS change_url,
    CASE WHEN LENGTH(value) <= $max_characters THEN 'replace' ELSE 'remove' END AS action,
    name AS place,
    text AS "from",
    CASE WHEN LENGTH(value) <= $max_characters THEN value END AS "to"
FROM trimmed
WHERE LENGTH(text) > $max_characters

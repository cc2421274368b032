/*
---
severity: notice
cause: The robots.txt of {host} has a comment without a space before it in a Sitemap line
confidence: pedantic
basis: inferred
engines: [protocol]
needs: [robots_lines]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN (SELECT site_origins.origin
  FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2
  - https://www.sitemaps.org/protocol.html#submit_robots
since: 0.1.0
---
# No space before comment in Sitemap line

## What it finds

A `Sitemap:` line of robots.txt has a `#` directly after the URL, without a space. An escaped `&`
(`&#038;`) is reported by `robots/sitemap-url-escaped-twice`.

## Why it matters

RFC 9309 lets a comment begin at any `#`, so search engines read the URL before it. Other crawlers
and SEO tools may take the `#` and the text after it as part of the URL. A sitemap URL needs no
fragment: servers never receive it.

## How to fix it

Put the comment on its own line in robots.txt, or delete it. Delete the fragment if the `#` is meant
as one.

## Example

### A comment, and a fragment

`robots.txt`

```
Sitemap: https://example.com/a.xml# of 2026
Sitemap: https://example.com/b.xml#top
Sitemap: https://example.com/c.xml # all others
```

finds:

| url | related_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/a.xml | 1 | # directly after https://example.com/a.xml | Sitemap: https://example.com/a.xml | Remove the comment, or put it on its own line | https://example.com/robots.txt | replace | sitemap | https://example.com/a.xml |
| https://example.com/robots.txt | https://example.com/b.xml | 2 | # directly after https://example.com/b.xml | Sitemap: https://example.com/b.xml | Remove the comment, or put it on its own line | https://example.com/robots.txt | replace | sitemap | https://example.com/b.xml |
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    url AS related_url,
    number AS line,
    CONCAT('# directly after ', value) AS observed,
    CONCAT('Sitemap: ', url) AS expected,
    'Remove the comment, or put it on its own line' AS fix,
    CASE WHEN url IS NOT NULL THEN CONCAT(origin, '/robots.txt') END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    url AS "to"
FROM robots_lines
WHERE
    field = 'sitemap'
    AND problem = 'glued-comment'
    AND value NOT LIKE '%&'
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )

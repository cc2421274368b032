/*
---
severity: notice
confidence: pedantic
basis: inferred
engines: [protocol]
needs: [robots_lines]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN (SELECT site_origins.origin FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.rfc-editor.org/rfc/rfc9309.html#section-2.2
  - https://www.sitemaps.org/protocol.html#submit_robots
since: 0.1.0
---
# Sitemap line with a comment at its address

## What it finds

A `Sitemap:` line with a `#` right behind its address, without a space between.

## Why it matters

In a robots.txt a `#` begins a comment, wherever it stands; so search engines read the address
before it. A program that takes the value as it is written asks for another address.

## How to fix it

Put the comment on a line of its own. An address with a fragment loses nothing without it.

## Example

### A comment, and a fragment

`robots.txt`

```
Sitemap: https://example.com/a.xml# of 2026
Sitemap: https://example.com/b.xml#top
Sitemap: https://example.com/c.xml # all others
```

finds:

| url | related_url | line | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/a.xml | 1 | # right behind https://example.com/a.xml | an address and nothing else | https://example.com/robots.txt | replace | sitemap | https://example.com/a.xml |
| https://example.com/robots.txt | https://example.com/b.xml | 2 | # right behind https://example.com/b.xml | an address and nothing else | https://example.com/robots.txt | replace | sitemap | https://example.com/b.xml |
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    url AS related_url,
    number AS line,
    CONCAT('# right behind ', value) AS observed,
    'an address and nothing else' AS expected,
    CASE WHEN url IS NOT NULL THEN CONCAT(origin, '/robots.txt') END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    url AS "to"
FROM robots_lines
WHERE
    field = 'sitemap'
    AND problem = 'glued-comment'
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )

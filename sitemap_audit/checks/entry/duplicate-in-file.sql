/*
---
severity: warning
cause: repeats a URL of the same file
confidence: high
basis: advisory
engines: [protocol, google, bing, yandex]
fix: keep-one-in-file
needs: [entries]
over: entries
when: "kind = 'url' AND url_key IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# Duplicate URL in sitemap

## What it finds

A sitemap lists the same URL more than once. Spellings that mean the same URL count as one: an
upper-case host, `:443`, `%7E` for `~`, `%c3%bc` for `%C3%BC`, `ü` for its percent-encoding, `/./`.
There is one finding for each URL and sitemap, at an entry to remove.
One with images or hreflang stays, then one with the URL in its normal form, then the first.

## Why it matters

Each duplicate counts towards the protocol's limit of 50,000 URLs. If the duplicates have different
`lastmod` dates or hreflang annotations, search engines cannot tell which are right.

## How to fix it

Remove duplicates in the sitemap generator before it writes the file. They often come from several
lists (posts, categories, products) that contain the same URL.

## Example

### Listed three times, once with an upper-case host and a port

`entries`

| loc | line |
|---|---|
| https://example.com/a | 3 |
| https://example.com/b | 6 |
| https://example.com/a | 9 |
| HTTPS://EXAMPLE.com:443/a | 12 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | 12 | Listed 3 times, first as entry 1; written as HTTPS://EXAMPLE.com:443/a and https://example.com/a | Listed once | Remove all entries but one; keep https://example.com/a | https://example.com/sitemap.xml | remove | loc | HTTPS://EXAMPLE.com:443/a |

### Two percent-encodings of the same letter

`entries`

| loc | line |
|---|---|
| https://example.com/m%c3%bcsli | 3 |
| https://example.com/m%C3%BCsli | 6 |
| https://example.com/mu%CC%88sli | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/m%C3%BCsli | https://example.com/sitemap.xml | 3 | Listed 2 times, first as entry 1; written as https://example.com/m%C3%BCsli and https://example.com/m%c3%bcsli | Listed once | Remove all entries but one; keep https://example.com/m%C3%BCsli | https://example.com/sitemap.xml | remove | loc | https://example.com/m%c3%bcsli |
*/
SELECT
    MIN(url) AS url,
    MIN(sitemap_url) AS sitemap_url,
    ARG_MAX(line, place_in_file) AS line,
    CONCAT(
        'Listed ',
        COUNT(*),
        ' times, first as entry ',
        MIN(position),
        CASE
            WHEN MIN(TRIM(loc)) <> MAX(TRIM(loc))
                THEN CONCAT('; written as ', MIN(TRIM(loc)), ' and ', MAX(TRIM(loc)))
            ELSE ''
        END
    ) AS observed,
    'Listed once' AS expected,
    CASE
        WHEN MIN(TRIM(loc)) <> MAX(TRIM(loc))
            THEN CONCAT('Remove all entries but one; keep ', MIN(url))
        WHEN COUNT(*) = 2 THEN 'Remove the duplicate'
        ELSE 'Remove all entries but one'
    END AS fix,
    MIN(sitemap_url) AS change_url,
    'remove' AS action,
    'loc' AS place,
    ARG_MAX(loc, place_in_file) AS "from"
FROM repeated_entries
WHERE times_in_file > 1
GROUP BY sitemap_id, url_key

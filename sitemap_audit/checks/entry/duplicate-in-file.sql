/*
---
severity: warning
confidence: high
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [loc-duplicate-in-file, loc-equivalent-in-file]
needs: [entries]
over: entries
when: "kind = 'url' AND url_key IS NOT NULL"
see:
  - https://www.sitemaps.org/protocol.html#xmlTagDefinitions
since: 0.1.0
---
# URL repeated in its sitemap

## What it finds

A URL that one sitemap lists more than once, written in the same way or in another way that means the
same: host in capitals, `:443`, `%7E` for `~`, `%c3%bc` for `%C3%BC`, `ü` for its escapes, `/./`. One
finding for each URL and file, at its last entry.

## Why it matters

The entry counts twice against the limit of 50,000. Where the two disagree on `lastmod` or on
alternates, search engines can rely on neither.

## How to fix it

List each URL once. Usually the generator joins several lists without removing what is in both.

## Example

### Listed three times, once in another spelling

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
| https://example.com/a | https://example.com/sitemap.xml | 12 | listed 3 times, first as entry 1; as HTTPS://EXAMPLE.com:443/a and https://example.com/a | listed once | Remove all entries but one; write https://example.com/a | https://example.com/sitemap.xml | remove | loc | HTTPS://EXAMPLE.com:443/a |

### Two percent-encodings of one letter

`entries`

| loc | line |
|---|---|
| https://example.com/m%c3%bcsli | 3 |
| https://example.com/m%C3%BCsli | 6 |
| https://example.com/mu%CC%88sli | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/m%C3%BCsli | https://example.com/sitemap.xml | 3 | listed 2 times, first as entry 1; as https://example.com/m%C3%BCsli and https://example.com/m%c3%bcsli | listed once | Remove all entries but one; write https://example.com/m%C3%BCsli | https://example.com/sitemap.xml | remove | loc | https://example.com/m%c3%bcsli |
*/
SELECT
    MIN(url) AS url,
    sitemap_url,
    COALESCE(
        ARG_MAX(line, CASE WHEN loc <> url THEN position END), ARG_MAX(line, position)
    ) AS line,
    CONCAT(
        'listed ',
        COUNT(*),
        ' times, first as entry ',
        MIN(position),
        CASE
            WHEN MIN(TRIM(loc)) <> MAX(TRIM(loc))
                THEN CONCAT('; as ', MIN(TRIM(loc)), ' and ', MAX(TRIM(loc)))
            ELSE ''
        END
    ) AS observed,
    'listed once' AS expected,
    CASE
        WHEN MIN(TRIM(loc)) <> MAX(TRIM(loc))
            THEN CONCAT('Remove all entries but one; write ', MIN(url))
        ELSE 'Remove all entries but one'
    END AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    COALESCE(
        ARG_MAX(loc, CASE WHEN loc <> url THEN position END), ARG_MAX(loc, position)
    ) AS "from"
FROM entries
WHERE kind = 'url' AND url_key IS NOT NULL
GROUP BY sitemap_id, sitemap_url, url_key
HAVING COUNT(*) > 1

/*
---
severity: notice
cause: has dot segments (/./ or /../) in the URL
confidence: high
basis: documented
engines: [protocol, google, bing]
needs: [entries]
over: entries
when: "url IS NOT NULL"
see:
  - https://www.rfc-editor.org/rfc/rfc3986.html#section-5.2.4
  - https://www.sitemaps.org/protocol.html#escaping
since: 0.2.0
---
# Dot segments in URL (/./ or /../)

## What it finds

The path of a `<loc>` contains a segment `.` or `..`, also if it is encoded as `%2e`.

## Why it matters

Browsers and crawlers remove dot segments before they request a URL (RFC 3986). They request another
URL than the sitemap lists: `/shop/../tea` becomes `/tea`. Search Console and log files then show a
URL that is not in the sitemap. The usual cause is a generator that joins a folder and a relative
link as text.

## How to fix it

Resolve relative links in the sitemap generator before it writes the `<loc>`.

## Example

### A folder and a relative link joined as text

`entries`

| loc | line |
|---|---|
| https://example.com/shop/../tea | 3 |
| https://example.com/./coffee?to=/../ | 6 |
| https://example.com/a...b/.well-known/x | 9 |
| https://example.com/?path=/../ | 12 |

finds:

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/tea | https://example.com/sitemap.xml | 3 | https://example.com/shop/../tea | https://example.com/tea | Replace with https://example.com/tea | https://example.com/sitemap.xml | replace | loc | https://example.com/shop/../tea | https://example.com/tea |
| https://example.com/coffee?to=/../ | https://example.com/sitemap.xml | 6 | https://example.com/./coffee?to=/../ | https://example.com/coffee?to=/../ | Replace with https://example.com/coffee?to=/../ | https://example.com/sitemap.xml | replace | loc | https://example.com/./coffee?to=/../ | https://example.com/coffee?to=/../ |
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
        REGEXP_REPLACE(TRIM(loc), '^[A-Za-z]+://[^/?#]*|[?#].*$', '', 'g') AS path
    FROM entries
    WHERE url IS NOT NULL AND (POSITION('/.' IN loc) > 0 OR POSITION('/%2' IN loc) > 0)
)

SELECT
    paths.url,
    paths.sitemap_url,
    paths.line,
    paths.loc AS observed,
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
WHERE REGEXP_MATCHES(paths.path, '/([.]|%2[Ee]){1,2}(/|$)')
